#include "evaluator/judge.h"

#include <fmt/format.h>

namespace aunit::evaluator {

using model::Instance;
using model::Model;
using model::SigId;
using model::TupleSet;

namespace {

// "Node" for "this/Node".
std::string shown(const std::string& label) {
  return label.starts_with("this/") ? label.substr(5) : label;
}

TupleSet overTime(const Instance& instance, SigId sig) {
  TupleSet all = instance.states.front().sigs[sig];
  for (const model::State& state : instance.states) all = all.unite(state.sigs[sig]);
  return all;
}

std::optional<Broken> checkConstancy(const Model& model, const Instance& instance) {
  const model::State& first = instance.states.front();
  for (std::size_t i = 1; i < instance.states.size(); ++i) {
    const model::State& state = instance.states[i];
    for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
      if (model.sig(id).isVar || state.sigs[id] == first.sigs[id]) continue;
      return Broken{Part::constancy,
                    id,
                    false,
                    model::noId,
                    model.sig(id).span,
                    fmt::format("{} is not `var`, but state {} differs from state 0", shown(model.sig(id).label), i)};
    }
    for (model::FieldId id = 0; id < model.fields().size(); ++id) {
      if (model.field(id).isVar || state.fields[id] == first.fields[id]) continue;
      return Broken{Part::constancy,
                    id,
                    true,
                    model::noId,
                    model.field(id).span,
                    fmt::format("{} is not `var`, but state {} differs from state 0", shown(model.field(id).label), i)};
    }
  }
  return std::nullopt;
}

// An atom that is ever in a child is in that child whenever it is in the parent; no atom is ever in two top-level signatures.
std::optional<Broken> checkMigration(const Model& model, const Instance& instance) {
  const auto moved = [&](SigId id, model::Atom atom) {
    return Broken{Part::migration,
                  id,
                  false,
                  model::noId,
                  model.sig(id).span,
                  fmt::format("the atom {} is in {} in one state and outside it in another", instance.universe->name(atom),
                              shown(model.sig(id).label))};
  };
  TupleSet taken(instance.universe->size(), 1);
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    if (!model.isTopLevel(id)) continue;
    const TupleSet mine = overTime(instance, id);
    if (mine.intersects(taken)) return moved(id, mine.intersect(taken).atoms().front());
    taken = taken.unite(mine);
  }
  for (SigId parent = model::builtin::count; parent < model.sigs().size(); ++parent)
    for (const SigId child : model.sig(parent).children) {
      const TupleSet ever = overTime(instance, child);
      for (const model::State& state : instance.states) {
        const TupleSet stray = state.sigs[parent].intersect(ever).subtract(state.sigs[child]);
        if (!stray.empty()) return moved(child, stray.atoms().front());
      }
    }
  return std::nullopt;
}

std::string implicitMessage(const Model& model, const model::ImplicitConstraint& constraint) {
  const std::string sig = constraint.sig == model::noId ? std::string() : shown(model.sig(constraint.sig).label);
  const std::string field = constraint.field == model::noId ? std::string() : model.field(constraint.field).name;
  switch (constraint.kind) {
    case model::ImplicitKind::subsignature: return fmt::format("the declared place of {} in the hierarchy is not respected", sig);
    case model::ImplicitKind::disjointChildren: return "signatures that are disjoint share an atom";
    case model::ImplicitKind::abstractCovered:
      return fmt::format("the abstract signature {} has an atom that is in none of its children", sig);
    case model::ImplicitKind::sigMultiplicity: {
      const model::Multiplicity m = model.sig(constraint.sig).multiplicity;
      const char* word = m == model::Multiplicity::one ? "one" : m == model::Multiplicity::lone ? "lone" : "some";
      return fmt::format("`{} sig {}` has a different number of atoms", word, sig);
    }
    case model::ImplicitKind::fieldBound: return fmt::format("the field {} is not within its declaration", field);
    case model::ImplicitKind::fieldDomain:
      return fmt::format("the field {} has a tuple that does not begin with a member of {}", field, sig);
    case model::ImplicitKind::disjointFields:
      return fmt::format("the field {} shares a tuple with one that is declared disjoint from it", field);
    case model::ImplicitKind::disjointValues:
      return fmt::format("the field {} gives two members of {} a common value", field, sig);
    case model::ImplicitKind::appendedFact: return fmt::format("the fact of signature {} does not hold", sig);
  }
  return "an implicit constraint does not hold";
}

}  // namespace

std::optional<Broken> checkStates(const Model& model, const Instance& instance) {
  if (auto broken = checkConstancy(model, instance)) return broken;
  return checkMigration(model, instance);
}

std::optional<Broken> checkSizes(const Model& model, const Instance& instance, const SizeLimits& limits) {
  for (SigId id = model::builtin::count; id < model.sigs().size() && id < limits.most.size(); ++id) {
    if (limits.most[id] < 0) continue;
    const auto size = overTime(instance, id).size();
    const auto most = static_cast<std::uint64_t>(limits.most[id]);
    const bool exact = id < limits.exact.size() && limits.exact[id];
    if (exact ? size == most : size <= most) continue;
    return Broken{Part::scope,
                  id,
                  false,
                  model::noId,
                  model.sig(id).span,
                  fmt::format("{} has {} atom{}, the scope allows {}{}", shown(model.sig(id).label), size, size == 1 ? "" : "s",
                              exact ? "exactly " : "", most)};
  }
  return std::nullopt;
}

Broken brokenImplicit(const Model& model, std::uint32_t index) {
  const model::ImplicitConstraint& constraint = model.implicitConstraints()[index];
  return {Part::implicit, index, false, constraint.formula, constraint.span, implicitMessage(model, constraint)};
}

Broken brokenFact(const Model& model, std::uint32_t index) {
  const model::Fact& fact = model.facts()[index];
  const std::string name = fact.name.find('$') != std::string::npos ? "a fact" : "fact " + fact.name;
  return {Part::fact, index, false, fact.body, fact.span, fmt::format("{} does not hold", name)};
}

Broken brokenFormula(const Model& model, model::ExprId formula, std::uint32_t index) {
  const model::Expr& expr = model.expr(formula);
  std::string message = "the formula does not hold";
  if (expr.op == model::Op::call) message = fmt::format("{} does not hold", shown(model.func(expr.payload).label));
  return {Part::formula, index, false, formula, expr.span, std::move(message)};
}

}  // namespace aunit::evaluator
