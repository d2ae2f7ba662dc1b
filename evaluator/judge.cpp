#include "evaluator/judge.h"

#include <fmt/format.h>

namespace aunit::evaluator {

using namespace model;

namespace {

// The signature's name in messages: "Node" for "this/Node".
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
      return Broken{.part = Part::states,
                    .sig = id,
                    .span = model.sig(id).span,
                    .message = fmt::format("`{}` is not `var`, but its values in state {} and state 0 differ",
                                           shown(model.sig(id).label), i)};
    }
    for (model::FieldId id = 0; id < model.fields().size(); ++id) {
      if (model.field(id).isVar || state.fields[id] == first.fields[id]) continue;
      return Broken{.part = Part::states,
                    .sig = model.field(id).sig,
                    .field = id,
                    .span = model.field(id).span,
                    .message = fmt::format("`{}` is not `var`, but its values in state {} and state 0 differ",
                                           shown(model.field(id).label), i)};
    }
  }
  return std::nullopt;
}

// An atom that is in a child signature in one state must be in the child in each state in which the atom is in the parent. No
// atom is in two top-level signatures, even in different states.
std::optional<Broken> checkMigration(const Model& model, const Instance& instance) {
  const auto moved = [&](SigId id, model::Atom atom) {
    return Broken{.part = Part::states,
                  .sig = id,
                  .span = model.sig(id).span,
                  .message = fmt::format("the atom `{}` is in `{}` in one state, but not in another state",
                                         instance.universe->name(atom), shown(model.sig(id).label))};
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
    case model::ImplicitKind::subsignature:
      return fmt::format("the atoms of `{}` contradict its declaration (`extends`, `in` or `=`)", sig);
    case model::ImplicitKind::disjointChildren: return "two disjoint signatures have a common atom";
    case model::ImplicitKind::abstractCovered:
      return fmt::format("the abstract signature `{}` has an atom that is in none of its children", sig);
    case model::ImplicitKind::sigMultiplicity: {
      const model::Multiplicity m = model.sig(constraint.sig).multiplicity;
      const char* word = m == model::Multiplicity::one ? "one" : m == model::Multiplicity::lone ? "lone" : "some";
      return fmt::format("the number of atoms of `{1}` contradicts its multiplicity `{0}`", word, sig);
    }
    case model::ImplicitKind::fieldBound: return fmt::format("the value of the field `{}` violates its declaration", field);
    case model::ImplicitKind::fieldDomain:
      return fmt::format("the field `{}` has a tuple that does not begin with a member of `{}`", field, sig);
    case model::ImplicitKind::disjointFields:
      return fmt::format("the field `{}` shares a tuple with a field that is declared disjoint from it", field);
    case model::ImplicitKind::disjointValues:
      return fmt::format("the field `{}` gives two members of `{}` a common value", field, sig);
    case model::ImplicitKind::appendedFact: return fmt::format("the fact of signature `{}` does not hold", sig);
  }
  return "an implicit constraint does not hold";
}

}  // namespace

std::optional<Broken> checkStates(const Model& model, const Instance& instance) {
  if (auto broken = checkConstancy(model, instance)) return broken;
  return checkMigration(model, instance);
}

std::optional<Broken> checkSize(const Model& model, const Instance& instance, const Constraint& constraint) {
  const SigId id = constraint.index;
  const auto size = overTime(instance, id).size();
  const auto allowed = static_cast<std::uint64_t>(constraint.atoms);
  if (constraint.exact ? size == allowed : size <= allowed) return std::nullopt;
  return Broken{.part = Part::size,
                .index = id,
                .sig = id,
                .span = model.sig(id).span,
                .message = fmt::format("`{}` has {} atom{}, but the scope allows {}{}", shown(model.sig(id).label), size,
                                       size == 1 ? "" : "s", constraint.exact ? "exactly " : "", allowed)};
}

Broken describe(const Model& model, const Constraint& constraint) {
  Broken broken{.part = constraint.part, .index = constraint.index, .formula = constraint.formula};
  if (constraint.part == Part::implicit) {
    const model::ImplicitConstraint& implicit = model.implicitConstraints()[constraint.index];
    broken.sig = implicit.sig;
    broken.field = implicit.field;
    broken.span = implicit.span;
    broken.message = implicitMessage(model, implicit);
  } else if (constraint.part == Part::fact) {
    const model::Fact& fact = model.facts()[constraint.index];
    const std::string name = fact.name.find('$') != std::string::npos   ? "a fact"
                             : fact.name.find(' ') != std::string::npos ? fmt::format("fact \"{}\"", fact.name)
                                                                        : "fact " + fact.name;
    broken.span = fact.span;
    broken.message = fmt::format("{} does not hold", name);
  } else {
    const model::Expr& expr = model.expr(constraint.formula);
    broken.span = expr.span;
    broken.message = expr.op == model::Op::call ? fmt::format("predicate {} does not hold", shown(model.func(expr.payload).label))
                                                : "the formula does not hold";
  }
  return broken;
}

std::vector<Constraint> constraintsOf(const Model& model) {
  std::vector<Constraint> constraints = {{.part = Part::states}};
  for (std::uint32_t i = 0; i < model.implicitConstraints().size(); ++i)
    constraints.push_back({.part = Part::implicit, .index = i, .formula = model.implicitConstraints()[i].formula});
  for (std::uint32_t i = 0; i < model.facts().size(); ++i)
    if (model.facts()[i].body != model::noId)
      constraints.push_back({.part = Part::fact, .index = i, .formula = model.facts()[i].body});
  return constraints;
}

void append(std::vector<Constraint>& constraints, Part part, std::span<const model::ExprId> formulas) {
  for (std::uint32_t i = 0; i < formulas.size(); ++i) constraints.push_back({.part = part, .index = i, .formula = formulas[i]});
}

}  // namespace aunit::evaluator
