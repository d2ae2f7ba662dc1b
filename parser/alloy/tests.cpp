// `val` and `test` paragraphs, and commands that are tests (reference "tests and coverage", section 2).

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include <fmt/format.h>

#include "parser/alloy/resolver.h"

namespace aunit::parser::alloy {

using model::Op;
using model::SigId;
using model::Span;
using syntax::Kind;
namespace builtin = model::builtin;

namespace {

std::vector<std::string> texts(const std::vector<syntax::Name>& names) {
  std::vector<std::string> out;
  for (const syntax::Name& name : names) out.push_back(name.text);
  return out;
}

constexpr std::size_t mostNamedAtoms = 2'000'000;  // in the value of one relation

}  // namespace

// A sum of products of names and literals, as tuples.
bool Resolver::resolveTuples(Context& context, syntax::ExprPtr e, std::vector<model::NamedTuple>& out) {
  const auto add = [&](model::AtomName atom) {
    out.push_back({std::move(atom)});
    return true;
  };
  switch (e->kind) {
    case Kind::number: return add({std::to_string(e->number), context.at(e->span)});
    case Kind::string: return add({e->text, context.at(e->span)});
    case Kind::name: {
      if (e->text == "none") return true;
      for (const World::Found& found : world_.find(*context.module, e->text, World::sigs)) {
        const model::Sig& sig = model_.sig(found.id);
        if (sig.multiplicity != model::Multiplicity::one || sig.builtin) continue;
        noteUse(context, NameKind::signature, {e->text, e->nameSpan}, found.declaration);
        return add({sig.name, context.at(e->span)});
      }
      return add({e->text, context.at(e->span)});
    }
    case Kind::unary:
      if (e->unary == syntax::Unary::set) return resolveTuples(context, e->children[0], out);
      break;
    case Kind::binary:
      if (e->binary == syntax::Binary::union_) {
        std::vector<const syntax::Expr*> spine;
        const syntax::Expr* left = e;
        for (; left->kind == Kind::binary && left->binary == syntax::Binary::union_; left = left->children[0])
          spine.push_back(left->children[1]);
        bool good = resolveTuples(context, left, out);
        for (auto i = spine.rbegin(); i != spine.rend(); ++i) {
          good = resolveTuples(context, *i, out) && good;
          if (out.empty() || out.size() <= mostNamedAtoms / out.front().size()) continue;
          diagnostics_.error("limit", context.at(e->span), fmt::format("these tuples have more than {} atoms", mostNamedAtoms));
          return false;
        }
        return good;
      }
      break;
    case Kind::arrow: {
      std::vector<model::NamedTuple> left, right;
      if (!resolveTuples(context, e->children[0], left) || !resolveTuples(context, e->children[1], right)) return false;
      if (left.empty() || right.empty()) return true;
      if (out.size() + left.size() * right.size() > mostNamedAtoms / (left.front().size() + right.front().size())) {
        diagnostics_.error("limit", context.at(e->span), fmt::format("these tuples have more than {} atoms", mostNamedAtoms));
        return false;
      }
      for (const auto& a : left)
        for (const auto& b : right) {
          model::NamedTuple both = a;
          both.insert(both.end(), b.begin(), b.end());
          out.push_back(std::move(both));
        }
      return true;
    }
    default: break;
  }
  diagnostics_.error("valuation", context.at(e->span),
                     "a valuation lists atoms and tuples, such as `N0 + N1` or `N0->N1 + N1->N2`");
  return false;
}

/// What can be given these tuples. A field may have the name of a function (`next` of util/integer, which is opened everywhere),
/// or that of a relation of another arity.
NodeRef Resolver::relationsAmong(NodeRef node, const std::vector<model::NamedTuple>& tuples) {
  if (node->kind != Node::Kind::choice) return node;
  std::vector<NodeRef> relations;
  std::ranges::copy_if(node->children, std::back_inserter(relations),
                       [](NodeRef candidate) { return candidate->op == Op::sig || candidate->op == Op::field; });
  const auto hasOtherArity = [&](NodeRef relation) {
    return !types_.hasArity(relation->type, static_cast<int>(tuples.front().size()));
  };
  if (!tuples.empty() && !std::ranges::all_of(relations, hasOtherArity)) std::erase_if(relations, hasOtherArity);
  return relations.empty() ? node : tree_.choice(std::move(relations), node->span);
}

void Resolver::resolveAssignments(Context& context, syntax::ExprPtr formula, model::ValuationState& out) {
  if (formula->kind == Kind::block) {
    for (const syntax::ExprPtr child : formula->children) resolveAssignments(context, child, out);
    return;
  }
  if (formula->kind == Kind::binary && formula->binary == syntax::Binary::and_) {
    resolveAssignments(context, formula->children[0], out);
    resolveAssignments(context, formula->children[1], out);
    return;
  }
  const syntax::Expr* target = nullptr;
  model::Assignment assignment;
  assignment.span = context.at(formula->span);
  if (formula->kind == Kind::unary && formula->unary == syntax::Unary::no) {
    target = formula->children[0];
  } else if (formula->kind == Kind::binary && formula->binary == syntax::Binary::equal && !formula->negated) {
    target = formula->children[0];
    if (!resolveTuples(context, formula->children[1], assignment.tuples)) return;
  }
  if (!target) {
    diagnostics_.error("valuation", context.at(formula->span), "a valuation consists of `Relation = tuples` and `no Relation`")
        .hints.push_back("what must hold on it belongs in a test: `test \"...\" { name satisfies ... }`");
    return;
  }
  if (target->depth >= syntax::Expr::deepest) {
    diagnostics_.error("valuation", context.at(target->span), "the left side must be a signature or a field");
    return;
  }
  const NodeRef node = tree_.resolveAny(relationsAmong(visit(context, *target), assignment.tuples));
  if (!tree_.report(node)) {
    out.assignments.push_back(std::move(assignment));  // its atoms may be named all the same
    return;
  }
  tree_.confirmUses(node);
  if (node->op == Op::sig && !model_.sig(node->payload).builtin) {
    assignment.sig = node->payload;
  } else if (node->op == Op::field) {
    assignment.field = node->payload;
  } else if (node->op == Op::domainRestriction && node->children[0]->op == Op::sig && node->children[1]->op == Op::field &&
             node->children[0]->payload == model_.field(node->children[1]->payload).sig) {
    assignment.field = node->children[1]->payload;  // `Sig <: field` tells fields of one name apart
  } else if (node->op == Op::call && node->children.empty() && model_.func(node->payload).body != model::noId) {
    // `alias/first = S0`: a name for `Owner.field` of a one sig, as in util/ordering.
    const model::ExprId body = model_.func(node->payload).body;
    const model::Expr& join = model_.expr(body);
    if (join.op == Op::join && model_.expr(model_.child(body, 0)).op == Op::sig &&
        model_.expr(model_.child(body, 1)).op == Op::field) {
      const model::Sig& owner = model_.sig(model_.expr(model_.child(body, 0)).payload);
      assignment.field = model_.expr(model_.child(body, 1)).payload;
      for (model::NamedTuple& tuple : assignment.tuples) tuple.insert(tuple.begin(), {owner.name, context.at(target->span)});
    }
  }
  if (!assignment.sig && !assignment.field) {
    diagnostics_.error("valuation", context.at(target->span), "the left side must be a signature or a field");
    return;
  }
  const std::size_t arity = assignment.sig ? 1 : model_.field(*assignment.field).arity;
  for (const model::NamedTuple& tuple : assignment.tuples) {
    if (tuple.size() == arity) continue;
    diagnostics_.error("valuation", model::join(tuple.front().span, tuple.back().span),
                       fmt::format("\"{}\" has arity {}, but this tuple has {} column{}",
                                   assignment.sig ? model_.sig(*assignment.sig).name : model_.field(*assignment.field).name,
                                   arity, tuple.size(), tuple.size() == 1 ? "" : "s"));
    return;
  }
  for (const model::Assignment& other : out.assignments)
    if (other.sig == assignment.sig && other.field == assignment.field) {
      auto& error = diagnostics_.error("valuation", assignment.span, "this is given a value twice");
      error.related.push_back({other.span, "first given here"});
      return;
    }
  out.assignments.push_back(std::move(assignment));
}

void Resolver::resolveValuationBlock(Context& context, const syntax::ValuationBlock& block, model::ValuationState& out) {
  out.span = context.at(block.span);
  for (const syntax::ExprPtr formula : block.formulas) resolveAssignments(context, formula, out);
}

/// A command of the file, or of a module that it opens, by its label.
std::optional<model::CommandId> Resolver::commandLabelled(const std::string& label) {
  auto& commands = model_.mutableCommands();
  const auto fits = [&](const model::Command& c) { return c.label == label && !c.ofTest; };
  if (const auto own = std::ranges::find_if(commands, fits); own != commands.end())
    return static_cast<model::CommandId>(own - commands.begin());
  const auto opened = std::ranges::find_if(model_.openedCommands(), fits);
  if (opened == model_.openedCommands().end()) return std::nullopt;
  commands.push_back(*opened);
  commands.back().ofTest = true;
  return static_cast<model::CommandId>(commands.size() - 1);
}

std::optional<std::uint32_t> Resolver::findValuation(const Context& context, const syntax::Name& name, const model::Tests& tests,
                                                     std::string_view where) {
  if (const auto found = valuationIds_.find(name.text); found != valuationIds_.end()) {
    uses_.add(NameKind::valuation, context.at(name.span), tests.valuations[found->second].nameSpan);
    return found->second;
  }
  auto& error =
      diagnostics_.error("unknown-name", context.at(name.span), fmt::format("there is no valuation \"{}\"{}", name.text, where));
  std::vector<std::string> names;
  for (const auto& other : tests.valuations) names.push_back(other.name);
  if (!model::suggest(error, name.text, names) && !names.empty())
    error.hints.push_back((names.size() == 1 ? "the only one is " : "there are ") + model::inWords(names));
  return std::nullopt;
}

/// Notes what the assignments tell about the types of atoms.
void Resolver::learnAtoms(const model::ValuationState& state, AtomTypes& known) {
  for (const model::Assignment& a : state.assignments)
    for (const model::NamedTuple& tuple : a.tuples)
      for (const model::AtomName& atom : tuple) {
        const TypeRef type = a.sig ? tree_.signature(*a.sig, {})->type : types_.unary(builtin::univ);
        TypeRef& slot = known.try_emplace(atom.text, type).first->second;
        if (!a.sig) continue;
        const TypeRef narrower = types_.intersect(slot, type);
        slot = types_.hasTuple(narrower) ? narrower : types_.merge(slot, type);
      }
}

void Resolver::resolveValuation(const ModuleInstance& module, const syntax::Valuation& syntax, model::Tests& tests) {
  const std::size_t before = diagnostics_.all().size();
  Context context(module);
  model::Valuation valuation;
  valuation.name = syntax.name.text;
  valuation.span = context.at(syntax.span);
  valuation.nameSpan = context.at(syntax.name.span);
  valuation.file = syntax.file;
  valuation.tags = texts(syntax.tags);
  valuation.loopSpan = context.at(syntax.loopSpan);
  if (syntax.loop >= 0) valuation.loop = static_cast<std::uint32_t>(syntax.loop);
  AtomTypes known;
  if (!syntax.base.text.empty() && (valuation.base = findValuation(context, syntax.base, tests, " above"))) {
    known = atomTypes_[*valuation.base];
    valuation.errors = tests.valuations[*valuation.base].errors;
  }
  resolveValuationBlock(context, syntax.common, valuation.common);
  for (const syntax::ValuationBlock& state : syntax.states)
    resolveValuationBlock(context, state, valuation.states.emplace_back());
  learnAtoms(valuation.common, known);
  for (const auto& state : valuation.states) learnAtoms(state, known);
  const auto [same, isNew] = valuationIds_.emplace(valuation.name, static_cast<std::uint32_t>(tests.valuations.size()));
  if (!isNew) {
    diagnostics_
        .error("duplicate", valuation.nameSpan, fmt::format("the valuation \"{}\" is declared more than once", valuation.name))
        .related.push_back({tests.valuations[same->second].nameSpan, "first declared here"});
    tests.valuations[same->second].errors.push_back(diagnostics_.all().back());  // whoever names it may mean this one
  }
  std::ranges::move(diagnostics_.errorsSince(before), std::back_inserter(valuation.errors));
  tests.valuations.push_back(std::move(valuation));
  atomTypes_.push_back(std::move(known));
}

/// What `valuation satisfies FORMULA` states.
void Resolver::resolveTestFormula(Context& context, const syntax::Test& syntax, model::Test& test) {
  const syntax::Expr& formula = *syntax.formula;
  if (formula.kind == Kind::name && test.kind != model::TestKind::gives) {
    // A bare name may be an assertion or a command's label as well.
    const auto functions = world_.find(*context.module, formula.text, World::functions);
    const auto assertions = world_.find(*context.module, formula.text, World::assertions);
    const auto note = [&](NameKind kind, Span declaration) {
      noteUse(context, kind, {formula.text, formula.nameSpan}, declaration);
    };
    if (functions.empty() && assertions.size() == 1) {
      note(NameKind::assertion, assertions[0].declaration);
      test.formula = model_.assertions()[assertions[0].id].body;
      return;
    }
    if (functions.empty()) {
      if (const auto declared = commandLabelled(formula.text)) {
        note(NameKind::command, model_.commands()[*declared].nameSpan);
        test.command = *declared;
        test.formula = model_.commands()[*declared].formula;
        return;
      }
    } else if (functions.size() == 1) {
      // `satisfies p` for a predicate with parameters reads as `run p`: some choice of them.
      const model::Func& function = model_.func(functions[0].id);
      if (function.body == model::noId) return;
      if (!function.params.empty() && function.isPredicate) {
        note(NameKind::function, functions[0].declaration);
        test.formula = runFormula(functions[0].id);
        return;
      }
    }
  }
  const NodeRef body = tree_.resolveFormula(visit(context, formula));
  if (tree_.report(body)) test.formula = tree_.emit(body);
}

void Resolver::resolveTest(const ModuleInstance& module, const syntax::Test& syntax, bool repeated, model::Tests& tests) {
  Context context(module);
  const std::size_t before = diagnostics_.all().size();
  using SyntaxKind = syntax::Test::Kind;
  static constexpr model::TestKind kinds[] = {model::TestKind::satisfies, model::TestKind::violates, model::TestKind::valid,
                                              model::TestKind::invalid,   model::TestKind::gives,    model::TestKind::command};
  model::Test test;
  test.name = syntax.name;
  test.kind = kinds[static_cast<int>(syntax.kind)];
  test.span = context.at(syntax.span);
  test.nameSpan = context.at(syntax.nameSpan);
  test.module = module.id;
  test.tags = texts(syntax.tags);
  if (repeated) diagnostics_.error("duplicate", test.nameSpan, fmt::format("there are two tests named \"{}\"", syntax.name));
  const auto& commands = module.file->testCommands;
  test.asked = context.at(syntax.formula        ? syntax.formula->span
                          : syntax.command >= 0 ? commands[static_cast<std::size_t>(syntax.command)].span
                                                : model::Range());
  bool good = true;
  if (syntax.kind != SyntaxKind::command) {
    if (const auto found = findValuation(context, syntax.valuation, tests, "")) {
      test.valuation = *found;
      test.errors = tests.valuations[*found].errors;
      for (const auto& [name, type] : atomTypes_[*found])
        if (world_.find(module, name, World::sigs).empty())
          context.bindings.push_back(
              {name, tree_.leaf(Op::atom, model_.internString(name), type, context.at(syntax.valuation.span)), {}});
      for (auto v = found; v; v = tests.valuations[*v].base) context.unknownNamesAreAtoms |= !tests.valuations[*v].file.empty();
    }
    good = test.valuation != model::noId;
  }
  if (good && syntax.command >= 0) {
    model::Command command =
        resolveCommand(module, commands[static_cast<std::size_t>(syntax.command)], model_.commands().size() + 1, good);
    if (good) {
      if (command.label.find('$') != std::string::npos) command.label = syntax.name;
      command.ofTest = true;
      // `satisfies run label`: a declared command of that name brings its scope.
      test.command = static_cast<model::CommandId>(model_.commands().size());
      test.formula = command.formula;
      model_.mutableCommands().push_back(std::move(command));
    }
  } else if (good && syntax.formula) {
    resolveTestFormula(context, syntax, test);
  }
  if (syntax.because) resolveBecause(context, *syntax.because, test);
  std::ranges::move(diagnostics_.errorsSince(before), std::back_inserter(test.errors));
  tests.tests.push_back(std::move(test));
}

void Resolver::resolveTests(const ModuleInstance& module, model::Tests& tests) {
  for (const syntax::Valuation& v : module.file->valuations)
    if (!v.predicateStyle) resolveValuation(module, v, tests);
  std::unordered_set<std::string> names;
  for (const syntax::Test& t : module.file->tests) resolveTest(module, t, !names.insert(t.name).second, tests);
}

}  // namespace aunit::parser::alloy
