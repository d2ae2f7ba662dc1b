// `val` and `test` paragraphs, and commands that are tests (reference "tests and coverage", section 2).

#include <algorithm>
#include <iterator>
#include <set>

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

}  // namespace

// A sum of products of names and literals, as tuples.
bool Resolver::resolveTuples(Context& context, syntax::ExprPtr e, std::vector<model::NamedTuple>& out) {
  const auto add = [&](model::AtomName atom) {
    out.push_back({std::move(atom)});
    return true;
  };
  switch (e->kind) {
    case Kind::number: return add({std::to_string(e->number), e->span});
    case Kind::string: return add({e->text, e->span});
    case Kind::name: {
      if (e->text == "none") return true;
      for (const World::Found& found : world_.find(*context.module, e->text, World::sigs)) {
        const model::Sig& sig = model_.sig(found.id);
        if (sig.multiplicity == model::Multiplicity::one && !sig.builtin) return add({sig.name, e->span});
      }
      return add({e->text, e->span});
    }
    case Kind::unary:
      if (e->unary == syntax::Unary::set) return resolveTuples(context, e->children[0], out);
      break;
    case Kind::binary:
      if (e->binary == syntax::Binary::union_) {
        std::vector<const syntax::Expr*> spine;
        const syntax::Expr* left = e;
        for (; left->kind == Kind::binary && left->binary == syntax::Binary::union_; left = left->children[0]) spine.push_back(left->children[1]);
        bool good = resolveTuples(context, left, out);
        for (auto i = spine.rbegin(); i != spine.rend(); ++i) good = resolveTuples(context, *i, out) && good;
        return good;
      }
      break;
    case Kind::arrow: {
      std::vector<model::NamedTuple> left, right;
      if (!resolveTuples(context, e->children[0], left) || !resolveTuples(context, e->children[1], right)) return false;
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
  diagnostics_.error("valuation", e->span, "a valuation lists atoms and tuples, such as `N0 + N1` or `N0->N1 + N1->N2`");
  return false;
}

/// What can be given a value. A field may have the name of a function (`next` of util/integer, which is opened everywhere).
NodeRef Resolver::relationsAmong(NodeRef node) {
  if (node->kind != Node::Kind::choice) return node;
  std::vector<NodeRef> relations;
  std::ranges::copy_if(node->children, std::back_inserter(relations), [](NodeRef candidate) { return candidate->op == Op::sig || candidate->op == Op::field; });
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
  assignment.span = formula->span;
  if (formula->kind == Kind::unary && formula->unary == syntax::Unary::no) {
    target = formula->children[0];
  } else if (formula->kind == Kind::binary && formula->binary == syntax::Binary::equal && !formula->negated) {
    target = formula->children[0];
    if (!resolveTuples(context, formula->children[1], assignment.tuples)) return;
  }
  if (!target) {
    diagnostics_.error("valuation", formula->span, "a valuation consists of `Relation = tuples` and `no Relation`")
        .hints.push_back("what must hold on it belongs in a test: `test \"...\" { name satisfies ... }`");
    return;
  }
  const NodeRef node = tree_.resolveAny(relationsAmong(visit(context, *target)));
  if (!tree_.report(node)) return;
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
    if (join.op == Op::join && model_.expr(model_.child(body, 0)).op == Op::sig && model_.expr(model_.child(body, 1)).op == Op::field) {
      const model::Sig& owner = model_.sig(model_.expr(model_.child(body, 0)).payload);
      assignment.field = model_.expr(model_.child(body, 1)).payload;
      for (model::NamedTuple& tuple : assignment.tuples) tuple.insert(tuple.begin(), {owner.name, target->span});
    }
  }
  if (!assignment.sig && !assignment.field) {
    diagnostics_.error("valuation", target->span, "the left side must be a signature or a field");
    return;
  }
  const std::size_t arity = assignment.sig ? 1 : model_.field(*assignment.field).arity;
  for (const model::NamedTuple& tuple : assignment.tuples) {
    if (tuple.size() == arity) continue;
    diagnostics_.error("valuation", model::join(tuple.front().span, tuple.back().span),
                       fmt::format("\"{}\" has arity {}, but this tuple has {} column{}",
                                   assignment.sig ? model_.sig(*assignment.sig).name : model_.field(*assignment.field).name, arity, tuple.size(),
                                   tuple.size() == 1 ? "" : "s"));
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
  out.span = block.span;
  for (const syntax::ExprPtr formula : block.formulas) resolveAssignments(context, formula, out);
}

/// A command of the file, or of a module that it opens, by its label.
std::optional<model::CommandId> Resolver::commandLabelled(const std::string& label) {
  auto& commands = model_.mutableCommands();
  const auto fits = [&](const model::Command& c) { return c.label == label && !c.ofTest; };
  if (const auto own = std::ranges::find_if(commands, fits); own != commands.end()) return static_cast<model::CommandId>(own - commands.begin());
  const auto opened = std::ranges::find_if(model_.openedCommands(), fits);
  if (opened == model_.openedCommands().end()) return std::nullopt;
  commands.push_back(*opened);
  commands.back().ofTest = true;
  return static_cast<model::CommandId>(commands.size() - 1);
}

void Resolver::resolveTests(const ModuleInstance& module, model::Tests& tests) {
  const syntax::File& file = *module.file;
  std::unordered_map<std::string, std::uint32_t> byName;
  // Atoms of each valuation with what is known of their type, its bases' included.
  std::vector<std::unordered_map<std::string, TypeRef>> atoms;
  for (const syntax::Valuation& v : file.valuations) {
    if (v.predicateStyle) continue;
    Context context;
    context.module = &module;
    model::Valuation valuation;
    valuation.name = v.name.text;
    valuation.span = v.span;
    valuation.nameSpan = v.name.span;
    valuation.file = v.file;
    valuation.tags = texts(v.tags);
    valuation.loopSpan = v.loopSpan;
    if (v.loop >= 0) valuation.loop = static_cast<std::uint32_t>(v.loop);
    std::unordered_map<std::string, TypeRef> known;
    if (!v.base.text.empty()) {
      const auto base = byName.find(v.base.text);
      if (base == byName.end()) {
        auto& error = diagnostics_.error("unknown-name", v.base.span, fmt::format("there is no valuation \"{}\" above", v.base.text));
        std::vector<std::string> names;
        for (const auto& other : tests.valuations) names.push_back(other.name);
        const std::string near = model::nearestName(v.base.text, names);
        if (!near.empty()) error.hints.push_back(fmt::format("did you mean `{}`?", near));
        continue;
      }
      valuation.base = base->second;
      known = atoms[base->second];
    }
    resolveValuationBlock(context, v.common, valuation.common);
    for (const syntax::ValuationBlock& state : v.states) resolveValuationBlock(context, state, valuation.states.emplace_back());
    const auto learn = [&](const model::ValuationState& state) {
      for (const model::Assignment& a : state.assignments)
        for (const model::NamedTuple& tuple : a.tuples)
          for (std::size_t column = 0; column < tuple.size(); ++column) {
            const TypeRef type = a.sig ? tree_.signature(*a.sig, {})->type : types_.unary(builtin::univ);
            TypeRef& slot = known.try_emplace(tuple[column].text, type).first->second;
            if (a.sig) {
              const TypeRef narrower = types_.intersect(slot, type);
              slot = types_.hasTuple(narrower) ? narrower : types_.merge(slot, type);
            }
          }
    };
    learn(valuation.common);
    for (const auto& state : valuation.states) learn(state);
    if (!byName.emplace(valuation.name, static_cast<std::uint32_t>(tests.valuations.size())).second)
      diagnostics_.error("duplicate", v.name.span, fmt::format("the valuation \"{}\" is declared more than once", valuation.name));
    tests.valuations.push_back(std::move(valuation));
    atoms.push_back(std::move(known));
  }

  std::set<std::string> names;
  for (const syntax::Test& t : file.tests) {
    model::Test test;
    test.name = t.name;
    test.span = t.span;
    test.nameSpan = t.nameSpan;
    test.module = module.id;
    test.tags = texts(t.tags);
    if (!names.insert(t.name).second) diagnostics_.error("duplicate", t.nameSpan, fmt::format("there are two tests named \"{}\"", t.name));
    using TK = syntax::Test::Kind;
    static constexpr model::TestKind kinds[] = {model::TestKind::satisfies, model::TestKind::violates, model::TestKind::valid,
                                                model::TestKind::invalid,   model::TestKind::gives,    model::TestKind::command};
    test.kind = kinds[static_cast<int>(t.kind)];
    Context context;
    context.module = &module;
    if (t.kind != TK::command) {
      const auto found = byName.find(t.valuation.text);
      if (found == byName.end()) {
        auto& error = diagnostics_.error("unknown-name", t.valuation.span, fmt::format("there is no valuation \"{}\"", t.valuation.text));
        std::vector<std::string> candidates;
        for (const auto& v : tests.valuations) candidates.push_back(v.name);
        const std::string near = model::nearestName(t.valuation.text, candidates);
        if (!near.empty()) error.hints.push_back(fmt::format("did you mean `{}`?", near));
        continue;
      }
      test.valuation = found->second;
      for (const auto& [name, type] : atoms[found->second])
        if (world_.find(module, name, World::sigs).empty()) context.bindings.push_back({name, tree_.leaf(Op::atom, model_.internString(name), type, t.valuation.span)});
      for (std::optional<std::uint32_t> v = found->second; v; v = tests.valuations[*v].base) context.unknownNamesAreAtoms |= !tests.valuations[*v].file.empty();
    }
    if (t.command >= 0) {
      bool good = true;
      model::Command command = resolveCommand(module, file.testCommands[static_cast<std::size_t>(t.command)], model_.commands().size() + 1, good);
      if (!good) continue;
      if (command.label.find('$') != std::string::npos) command.label = t.name;
      command.ofTest = true;
      // `satisfies run label`: a declared command of that name brings its scope.
      test.command = static_cast<model::CommandId>(model_.commands().size());
      test.formula = command.formula;
      model_.mutableCommands().push_back(std::move(command));
    } else if (t.formula) {
      const syntax::Expr& f = *t.formula;
      bool done = false;
      if (f.kind == Kind::name && t.kind != TK::gives) {
        // A bare name may be an assertion or a command's label as well.
        const bool isPredicate = !world_.find(module, f.text, World::functions).empty();
        const auto assertion = world_.find(module, f.text, World::assertions);
        if (!isPredicate && assertion.size() == 1) {
          test.formula = model_.assertions()[assertion[0].id].body;
          if (test.formula == model::noId) continue;
          done = true;
        } else if (const auto declared = isPredicate ? std::nullopt : commandLabelled(f.text)) {
          test.command = *declared;
          test.formula = model_.commands()[*declared].formula;
          done = true;
        } else if (isPredicate) {
          // `satisfies p` for a predicate with parameters reads as `run p`: some choice of them.
          const auto functions = world_.find(module, f.text, World::functions);
          if (functions.size() == 1 && model_.func(functions[0].id).body == model::noId) continue;
          if (functions.size() == 1 && !model_.func(functions[0].id).params.empty() && model_.func(functions[0].id).isPredicate) {
            test.formula = runFormula(functions[0].id);
            done = true;
          }
        }
      }
      if (!done) {
        const NodeRef body = tree_.resolveFormula(visit(context, f));
        if (!tree_.report(body)) continue;
        test.formula = tree_.emit(body);
      }
    }
    tests.tests.push_back(std::move(test));
  }
}

}  // namespace aunit::parser::alloy
