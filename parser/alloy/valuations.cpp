// Resolves valuations: `val` paragraphs and inline valuations (reference "tests and coverage", section 2).

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "parser/alloy/resolver.h"

namespace aunit::parser::alloy {

using namespace model;
using syntax::Kind;
namespace builtin = model::builtin;

namespace {

constexpr std::size_t mostNamedAtoms = 2'000'000;       // limit for the atoms in the tuples of one relation
constexpr std::size_t mostMultipliedAtoms = 8'000'000;  // limit for the atoms in all products such as `(A + B)->C` together

bool isSum(const syntax::Expr& e) {
  return e.kind == Kind::binary && (e.binary == syntax::Binary::union_ || e.binary == syntax::Binary::difference);
}

}  // namespace

// Reads a union of products of names and literals as tuples.
bool Resolver::resolveTuples(Context& context, syntax::ExprPtr e, std::vector<model::NamedTuple>& out) {
  const auto add = [&](model::AtomName atom) {
    out.push_back({std::move(atom)});
    return true;
  };
  switch (e->kind) {
    case Kind::number: return add({std::to_string(e->number), context.at(e->span)});
    case Kind::string: return add({*e->text, context.at(e->span)});
    case Kind::name: {
      if (*e->text == "none") return true;
      if (const Binding* column = context.lookUp(*e->text); column && column->cell)
        return inCell(context, *column, [&](syntax::ExprPtr cell) { return resolveTuples(context, cell, out); });
      for (const World::NameMeaning& found : world_.find(*context.module, *e->text, World::sigs)) {
        const model::Sig& sig = model_.sig(found.id);
        if (sig.multiplicity != model::Multiplicity::one || sig.builtin) continue;
        noteUse(context, NameKind::signature, {*e->text, e->nameSpan}, found.declaration);
        return add({sig.name, context.at(e->span)});
      }
      return add({*e->text, context.at(e->span)});
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
          return diagnostics_.fail("limit", context.at(e->span),
                                   fmt::format("these tuples have more than {} atoms", mostNamedAtoms));
        }
        return good;
      }
      break;
    case Kind::arrow: {
      std::vector<model::NamedTuple> left, right;
      if (!resolveTuples(context, e->children[0], left) || !resolveTuples(context, e->children[1], right)) return false;
      if (left.empty() || right.empty()) return true;
      if (out.size() + left.size() * right.size() > mostNamedAtoms / (left.front().size() + right.front().size()))
        return diagnostics_.fail("limit", context.at(e->span),
                                 fmt::format("these tuples have more than {} atoms", mostNamedAtoms));
      if (left.size() > 1 || right.size() > 1)
        multipliedAtoms_ += left.size() * right.size() * (left.front().size() + right.front().size());
      if (multipliedAtoms_ > mostMultipliedAtoms)
        return diagnostics_.fail(
            "limit", context.at(e->span),
            fmt::format("all products of several tuples, such as `(A + B)->C`, have more than {} atoms together",
                        mostMultipliedAtoms));
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
  return diagnostics_.fail("valuation", context.at(e->span),
                           "a valuation lists atoms and tuples, such as `N0 + N1` or `N0->N1 + N1->N2`");
}

/// Returns the candidates of `node` that can have `tuples` as their value. The other candidates may be functions with the name of
/// a field (such as `next` of util/integer, which is opened everywhere), or relations of another arity.
NodeRef Resolver::relationsAmong(NodeRef node, const std::vector<model::NamedTuple>& tuples) {
  if (node->kind != Node::Kind::choice) return node;
  std::vector<NodeRef> relations;
  std::ranges::copy_if(node->children, std::back_inserter(relations),
                       [](NodeRef candidate) { return candidate->op == Op::sig || candidate->op == Op::field; });
  const auto hasOtherArity = [&](NodeRef relation) { return !types_.hasArity(relation->type, tuples.front().size()); };
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
  std::vector<model::Assignment> said;
  const auto says = [&](model::Assignment::Kind what) -> model::Assignment& {
    if (said.empty() || said.back().kind != what) said.push_back({{}, {}, {}, context.at(formula->span), what});
    return said.back();
  };
  const syntax::Expr* target = nullptr;
  if (formula->kind == Kind::unary && formula->unary == syntax::Unary::no) {
    target = formula->children[0];
    says(model::Assignment::Kind::equal);
  } else if (formula->kind == Kind::binary && formula->binary == syntax::Binary::equal && !formula->negated) {
    target = formula->children[0];
    if (!resolveTuples(context, formula->children[1], says(model::Assignment::Kind::equal).tuples)) return;
  } else if (formula->kind == Kind::binary && formula->binary == syntax::Binary::in && !formula->negated) {
    // The relation is the left side in `Node in N0 + N1`, the right side in `N0 in Node`.
    const syntax::ExprPtr left = formula->children[0], right = formula->children[1];
    const bool atLeast = namesRelation(context, *right, true) && !namesRelation(context, *left, false);
    target = atLeast ? right : left;
    model::Assignment& assignment = says(model::Assignment::Kind::partly);
    if (!resolveTuples(context, atLeast ? left : right, atLeast ? assignment.tuples : assignment.upTo.emplace())) return;
  } else if (isSum(*formula)) {
    std::vector<const syntax::Expr*> spine;
    for (target = formula; isSum(*target); target = target->children[0]) spine.push_back(target);
    for (auto step = spine.rbegin(); step != spine.rend(); ++step) {
      const bool adds = (*step)->binary == syntax::Binary::union_;
      auto& tuples = says(adds ? model::Assignment::Kind::plus : model::Assignment::Kind::minus).tuples;
      if (!resolveTuples(context, (*step)->children[1], tuples)) return;
    }
  }
  if (!target) {
    model::Diagnostic& error = diagnostics_.error(
        "valuation", context.at(formula->span),
        "a valuation consists of `Relation = tuples` and `no Relation`; a partial valuation may also have `in`");
    if (formula->kind == Kind::name && *formula->text == "state")
      error.hints.push_back("states have no numbers; write the states one after the other: `state { ... } state { ... }`");
    else
      error.hints.push_back("to state what must hold, write a test: `test \"...\" { name satisfies ... }`");
    return;
  }
  if (!resolveTarget(context, *target, said.front())) {
    out.assignments.push_back(std::move(said.front()));  // added despite the error, so that tests can name its atoms
    return;
  }
  addAssignments(std::move(said), out);
}

/// Resolves an assignment whose right side is three dots, as in `Node = ...`. It leaves the relation open.
void Resolver::resolveUnknown(Context& context, const syntax::Expr& target, model::ValuationState& out) {
  std::vector<model::Assignment> said(1);
  said.front().kind = model::Assignment::Kind::partly;
  said.front().span = context.at(target.span);
  if (resolveTarget(context, target, said.front())) addAssignments(std::move(said), out);
}

/// Whether an expression may name a relation in an assignment. `oneSigs`: whether the name of a `one sig` counts as a relation,
/// rather than as its atom.
bool Resolver::namesRelation(const Context& context, const syntax::Expr& e, bool oneSigs) const {
  if (e.kind == Kind::binary && e.binary == syntax::Binary::domainRestriction) return true;
  if (e.kind != Kind::name || context.lookUp(*e.text)) return false;
  const auto found = world_.find(*context.module, *e.text, World::sigs);
  if (std::ranges::any_of(found, [&](const World::NameMeaning& f) {
        return oneSigs || model_.sig(f.id).multiplicity != model::Multiplicity::one;
      }))
    return true;
  return fieldsByName_.contains(e.text->substr(e.text->rfind('/') + 1)) ||
         !world_.find(*context.module, *e.text, World::functions).empty();
}

/// Adds assignments of one relation. Only the relation of the first assignment is resolved; the others get the same relation.
void Resolver::addAssignments(std::vector<model::Assignment> said, model::ValuationState& out) {
  for (model::Assignment& assignment : said) {
    assignment.sig = said.front().sig;
    assignment.field = said.front().field;
    if (!hasArity(assignment)) return;
    using Form = model::Assignment::Kind;
    const auto isChange = [](const model::Assignment& a) { return a.kind == Form::plus || a.kind == Form::minus; };
    for (model::Assignment& other : out.assignments)
      if (other.sig == assignment.sig && other.field == assignment.field && !(isChange(assignment) && isChange(other))) {
        // If both assignments give bounds of the same relation, combines them, unless both give an upper bound.
        const auto bounds = [](const model::Assignment& a) { return a.kind == Form::partly && (a.upTo || !a.tuples.empty()); };
        if (bounds(other) && bounds(assignment) && !(other.upTo && assignment.upTo)) {
          if (assignment.upTo) other.upTo = std::move(assignment.upTo);
          std::ranges::move(assignment.tuples, std::back_inserter(other.tuples));
          return;
        }
        auto& error = diagnostics_.error("valuation", assignment.span, "this relation is given a value twice");
        error.related.push_back({other.span, "first given here"});
        return;
      }
  }
  std::ranges::move(said, std::back_inserter(out.assignments));
}

/// Resolves the left side of an assignment: a signature, a field, or a function whose value is a field of a `one sig`. For such a
/// function, the atom of the `one sig` becomes the first column of the tuples. Returns false for any other left side.
bool Resolver::resolveTarget(Context& context, const syntax::Expr& target, model::Assignment& assignment) {
  const Binding* column = target.kind == Kind::name ? context.lookUp(*target.text) : nullptr;
  if (column && !column->cell) column = nullptr;
  const auto isNone = [&] {
    auto& error = diagnostics_.error("valuation", context.at(target.span), "the left side must be a signature or a field");
    if (column)
      error.related.push_back({column->declaration, fmt::format("in this test, `{}` is this column of the table", *target.text)});
    if (target.kind == Kind::dot)
      error.hints.push_back("a valuation lists the tuples of a field: `owner = A0->B0`, not `A0.owner = B0`");
    return false;
  };
  if (isSum(target) || (column && column->cell->kind != Kind::name)) return isNone();
  const NodeRef node = tree_.resolveAny(relationsAmong(visit(context, target), assignment.tuples));
  if (!tree_.report(node)) return false;
  tree_.confirmUses(node);
  if (node->op == Op::sig && !model_.sig(node->payload).builtin) {
    assignment.sig = node->payload;
  } else if (node->op == Op::field) {
    assignment.field = node->payload;
  } else if (node->op == Op::domainRestriction && node->children[0]->op == Op::sig && node->children[1]->op == Op::field &&
             node->children[0]->payload == model_.field(node->children[1]->payload).sig) {
    assignment.field = node->children[1]->payload;  // `Sig <: field` selects one of several fields with the same name
  } else if (node->op == Op::call && node->children.empty() && model_.func(node->payload).body != model::noId) {
    // In `alias/first = S0`, `first` is a function with the body `Owner.field`, where `Owner` is a `one sig` (util/ordering).
    const model::ExprId body = model_.func(node->payload).body;
    const model::Expr& join = model_.expr(body);
    if (join.op == Op::join && model_.expr(model_.child(body, 0)).op == Op::sig &&
        model_.expr(model_.child(body, 1)).op == Op::field) {
      const model::Sig& owner = model_.sig(model_.expr(model_.child(body, 0)).payload);
      assignment.field = model_.expr(model_.child(body, 1)).payload;
      for (model::NamedTuple& tuple : assignment.tuples) tuple.insert(tuple.begin(), {owner.name, context.at(target.span)});
    }
  }
  return assignment.sig || assignment.field || isNone();
}

/// Reports the first tuple whose length differs from the arity of its relation, and then returns false.
bool Resolver::hasArity(const model::Assignment& assignment) {
  const std::size_t arity = assignment.sig ? 1 : model_.field(*assignment.field).arity;
  std::vector<model::NamedTuple> all = assignment.tuples;
  if (assignment.upTo) all.insert(all.end(), assignment.upTo->begin(), assignment.upTo->end());
  for (const model::NamedTuple& tuple : all) {
    if (tuple.size() == arity) continue;
    const std::string& name = assignment.sig ? model_.sig(*assignment.sig).name : model_.field(*assignment.field).name;
    model::Diagnostic& error = diagnostics_.error("valuation", model::join(tuple.front().span, tuple.back().span),
                                                  fmt::format("\"{}\" has arity {}, but this tuple has {} column{}", name, arity,
                                                              tuple.size(), tuple.size() == 1 ? "" : "s"));
    if (tuple.size() == 1 && tuple.front().text == name)
      error.hints.push_back(fmt::format("to add tuples to `{0}`, write `{0} + tuples`, without `{0} =`", name));
    return false;
  }
  return true;
}

void Resolver::resolveValuationBlock(Context& context, const syntax::ValuationBlock& block, model::ValuationState& out) {
  out.span = context.at(block.span);
  for (const syntax::ExprPtr formula : block.formulas) resolveAssignments(context, formula, out);
  for (const syntax::ExprPtr target : block.unknown) resolveUnknown(context, *target, out);
}

/// Returns the valuations with this name that are visible in a file of tests: its own, or else those of files that it opens.
std::vector<std::uint32_t> Resolver::valuationsNamed(const ModuleInstance& from, std::string_view name) const {
  const ModuleInstance* module = &from;
  for (std::size_t slash; (slash = name.find('/')) != std::string_view::npos; name = name.substr(slash + 1)) {
    if (name.starts_with("this/")) continue;
    const auto link = std::ranges::find(module->opens, name.substr(0, slash), &OpenLink::alias);
    if (link == module->opens.end() || !link->module) return {};
    module = link->module;
  }
  std::vector<std::uint32_t> found;
  for (const ModuleInstance* m : module->nameable)
    if (const auto known = valuationIds_.find({m->id, std::string(name)}); known != valuationIds_.end()) {
      found.push_back(known->second);
      if (m == module) break;
    }
  return found;
}

std::optional<std::uint32_t> Resolver::findValuation(const Context& context, const syntax::Name& name, const model::Tests& tests,
                                                     std::string_view where) {
  const std::vector<std::uint32_t> found = valuationsNamed(*context.module, name.text);
  if (found.size() == 1) {
    uses_.add(NameKind::valuation, context.at(lastPart(name.span, name.text)), tests.valuations[found.front()].nameSpan);
    world_.noteQualifiers(*context.module, name, context.source);
    return found.front();
  }
  if (!found.empty()) {
    auto& error = diagnostics_.error("ambiguous", context.at(name.span),
                                     fmt::format("there are several valuations named \"{}\"", name.text));
    for (const std::uint32_t each : found)
      error.related.push_back({tests.valuations[each].nameSpan, "one valuation with this name is declared here"});
    return std::nullopt;
  }
  if (world_.mayBeDeclared(name.text)) return std::nullopt;
  auto& error =
      diagnostics_.error("unknown-name", context.at(name.span), fmt::format("there is no valuation \"{}\"{}", name.text, where));
  const auto& own = context.module->file->valuations;
  if (const auto later = std::ranges::find(own, name.text, [](const syntax::Valuation& v) { return v.name.text; });
      later != own.end()) {
    error.related.push_back({context.at(later->name.span), "declared here; a valuation must be declared before it is extended"});
    return std::nullopt;
  }
  std::vector<std::string> names;
  for (const auto& other : tests.valuations)
    if (!other.name.empty() && std::ranges::find(names, other.name) == names.end()) names.push_back(other.name);
  if (!model::suggest(error, name.text, names) && !names.empty()) {
    for (std::string& each : names) each = fmt::format("`{}`", each);
    error.hints.push_back((names.size() == 1 ? "the only valuation is " : "the known valuations are ") + model::inWords(names));
  }
  return std::nullopt;
}

/// Records what the assignments imply about the types of atoms.
void Resolver::learnAtoms(const model::ValuationState& state, AtomTypes& known) {
  const auto learn = [&](const model::Assignment& a, const std::vector<model::NamedTuple>& tuples) {
    for (const model::NamedTuple& tuple : tuples)
      for (const model::AtomName& atom : tuple) {
        const TypeRef type = a.sig ? tree_.signature(*a.sig, {})->type : types_.unary(builtin::univ);
        TypeRef& slot = known.try_emplace(atom.text, type).first->second;
        if (!a.sig) continue;
        const TypeRef narrower = types_.intersect(slot, type);
        slot = types_.hasTuple(narrower) ? narrower : types_.merge(slot, type);
      }
  };
  for (const model::Assignment& a : state.assignments) {
    learn(a, a.tuples);
    if (a.upTo) learn(a, *a.upTo);
  }
}

/// Adds the valuation `v { ... }`, which extends the valuations `bases`. Returns its index.
std::uint32_t Resolver::addValuation(Context& context, const syntax::Valuation& syntax, std::vector<std::uint32_t> bases,
                                     std::size_t errorsBefore, model::Tests& tests) {
  model::Valuation valuation;
  valuation.name = syntax.name.text;
  valuation.span = context.at(syntax.span);
  valuation.nameSpan = syntax.name.text.empty() ? valuation.span : context.at(syntax.name.span);
  valuation.file = syntax.file;
  if (syntax.mapping) valuation.mapping = resolveMapping(context, *syntax.mapping);
  for (const syntax::Name& tag : syntax.tags) valuation.tags.push_back(tag.text);
  valuation.marks = syntax.marks;
  valuation.loopSpan = context.at(syntax.loopSpan);
  valuation.open = syntax.open;
  if (syntax.loop >= 0) valuation.loop = static_cast<std::uint32_t>(syntax.loop);
  AtomTypes known;
  for (const std::uint32_t base : bases) {
    for (const auto& [atom, type] : atomTypes_[base]) {
      const auto [slot, isNew] = known.emplace(atom, type);
      if (!isNew) slot->second = types_.merge(slot->second, type);
    }
    const model::Valuation& extended = tests.valuations[base];
    if (!syntax.file.empty() && extended.mapping && !valuation.mapping)
      valuation.mapping = extended.mapping;
    else if (!extended.file.empty())
      diagnostics_
          .error("valuation", valuation.nameSpan,
                 fmt::format("`{}` is read from a file, so it cannot be extended", extended.name))
          .hints.push_back(
              "write the valuation in a test file instead; `aunit exec --show aunit` prints instances as valuations");
    std::ranges::copy(extended.errors, std::back_inserter(valuation.errors));
    valuation.marks.add(extended.marks);
  }
  if (syntax.file.empty()) valuation.bases = std::move(bases);  // a valuation from a file inherits a mapping, but no values
  inheritIntegers(syntax, tests, valuation);
  resolveValuationBlock(context, syntax.common, valuation.common);
  for (const syntax::ValuationBlock& state : syntax.states)
    resolveValuationBlock(context, state, valuation.states.emplace_back());
  if (valuation.bases.empty()) rejectChanges(valuation);
  learnAtoms(valuation.common, known);
  for (const auto& state : valuation.states) learnAtoms(state, known);
  std::ranges::move(diagnostics_.errorsSince(errorsBefore), std::back_inserter(valuation.errors));
  tests.valuations.push_back(std::move(valuation));
  atomTypes_.push_back(std::move(known));
  return static_cast<std::uint32_t>(tests.valuations.size() - 1);
}

/// Sets the bit width and the longest sequence of a valuation. If it does not state one, inherits it from the valuations that it
/// extends.
void Resolver::inheritIntegers(const syntax::Valuation& syntax, const model::Tests& tests, model::Valuation& valuation) {
  const auto inherit = [&](int model::Integers::*size, std::string_view what) {
    valuation.integers.*size = syntax.integers.*size;
    if (syntax.integers.*size >= 0) return;
    const model::Valuation* from = nullptr;
    for (const std::uint32_t base : valuation.bases) {
      const model::Valuation& extended = tests.valuations[base];
      if (extended.integers.*size < 0) continue;
      if (from && from->integers.*size != extended.integers.*size) {
        diagnostics_
            .error("valuation", valuation.nameSpan,
                   fmt::format("`{0}` has the scope `{1} {4}`, but `{2}` has `{3} {4}`: choose one of the two", from->name,
                               from->integers.*size, extended.name, extended.integers.*size, what))
            .hints.push_back(
                fmt::format("write `for {} {}` after the names of the extended valuations", extended.integers.*size, what));
        return;
      }
      from = &extended;
      valuation.integers.*size = extended.integers.*size;
    }
  };
  inherit(&model::Integers::bitwidth, "int");
  inherit(&model::Integers::maxSequence, "seq");
}

/// Reports `+` and `-` in a valuation that extends no other.
void Resolver::rejectChanges(const model::Valuation& valuation) {
  const auto reject = [&](const model::ValuationState& state) {
    for (const model::Assignment& assignment : state.assignments)
      if (assignment.kind == model::Assignment::Kind::plus || assignment.kind == model::Assignment::Kind::minus)
        diagnostics_
            .error("valuation", assignment.span,
                   "`+` and `-` change values of an extended valuation, but this valuation does not extend another one")
            .hints.push_back("write a value with `=`: `link = N0->N1 + N1->N2`");
  };
  reject(valuation.common);
  std::ranges::for_each(valuation.states, reject);
}

std::uint32_t Resolver::resolveValuation(Context& context, const syntax::Valuation& syntax, model::Tests& tests) {
  const std::size_t before = diagnostics_.all().size();
  std::vector<std::uint32_t> bases;
  for (const syntax::Name& name : syntax.bases)
    if (const auto base = findValuation(context, name, tests, " that is declared before this valuation")) bases.push_back(*base);
  const std::uint32_t id = addValuation(context, syntax, std::move(bases), before, tests);
  model::Valuation& valuation = tests.valuations[id];
  const auto [same, isNew] = valuationIds_.emplace(std::pair(context.module->id, valuation.name), id);
  if (!isNew) {
    diagnostics_
        .error("duplicate", valuation.nameSpan, fmt::format("the valuation \"{}\" is declared more than once", valuation.name))
        .related.push_back({tests.valuations[same->second].nameSpan, "first declared here"});
    valuation.errors.push_back(diagnostics_.all().back());
    // The first valuation with this name gets the error, too, because a test that uses the name may mean the first one.
    tests.valuations[same->second].errors.push_back(diagnostics_.all().back());
  }
  return id;
}

/// Resolves the valuations of a file of tests, after those of the files that it opens.
void Resolver::resolveValuations(const ModuleInstance& module, model::Tests& tests) {
  if (!model_.modules()[module.id].ofTests && module.id != 0) return;
  if (!valuationsDone_.insert(module.id).second) return;
  for (const OpenLink& link : module.opens)
    if (link.module) resolveValuations(*link.module, tests);
  Context context(module);
  for (const syntax::Valuation& v : module.file->valuations)
    if (!v.predicateStyle) resolveValuation(context, v, tests);
}

}  // namespace aunit::parser::alloy
