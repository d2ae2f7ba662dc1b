#include "solver/translation/branch.h"

#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace aunit::solver {

using namespace model;

namespace {

/// The state at a moment of the infinite trace that a lasso denotes.
const State& stateAt(const Instance& instance, std::size_t moment) {
  const std::size_t count = instance.states.size();
  if (moment < count) return instance.states[moment];
  return instance.states[instance.loop + (moment - instance.loop) % (count - instance.loop)];
}

class Comparison {
 public:
  Comparison(const model::Model& model, RelationVariables& relationVariables, const Algebra& algebra, const Trace& trace)
      : model_(model), relationVariables_(relationVariables), algebra_(algebra), trace_(trace) {}

  /// The condition that the trace and `instance` agree in `part`. Part 0 is the values of the static relations. Part n > 0 is
  /// the values of the variable relations in state n - 1.
  Lit same(int part, const Instance& instance) {
    if (instance.universe->size() != algebra_.universeSize()) throw std::invalid_argument("an instance of another problem");
    if (part == 0) return sameIn(0, instance.states[0], false);
    const int moment = part - 1;
    const State& wanted = stateAt(instance, static_cast<std::size_t>(moment));
    if (moment < trace_.length) return sameIn(moment, wanted, true);
    std::vector<Lit> ways;
    for (int state = 0; state < trace_.length; ++state) {
      const Lit loops = trace_.loopsTo[static_cast<std::size_t>(state)];
      ways.push_back(algebra_.circuit().disjunction(!loops, sameIn(state, wanted, true)));
    }
    return algebra_.circuit().conjunction(ways);
  }

 private:
  /// The condition that in `state` all variable relations (if `variable`), or all static relations, have the values of `wanted`.
  Lit sameIn(int state, const State& wanted, bool variable) {
    std::vector<Lit> all;
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
      if (model_.sig(id).isVar == variable) all.push_back(equal(*relationVariables_.sig(id, state), wanted.sigs[id]));
    for (FieldId id = 0; id < model_.fields().size(); ++id)
      if (model_.field(id).isVar == variable) all.push_back(equal(*relationVariables_.field(id, state), wanted.fields[id]));
    return algebra_.circuit().conjunction(all);
  }

  Lit equal(const Matrix& matrix, const TupleSet& value) {
    std::vector<Lit> all;
    std::vector<model::Atom> tuple(matrix.arity);
    algebra_.circuit().meter().step(matrix.entries.size());
    std::size_t held = 0;
    for (const Entry& e : matrix.entries) {
      algebra_.decode(e.tuple, tuple);
      const bool holds = !value.empty() && value.contains(tuple);
      held += holds;
      all.push_back(holds ? e.holds : !e.holds);
    }
    if (held != value.size()) return no;  // the bounds exclude a tuple of `value`
    return algebra_.circuit().conjunction(all);
  }

  const model::Model& model_;
  RelationVariables& relationVariables_;
  const Algebra& algebra_;
  const Trace& trace_;
};

}  // namespace

Lit branching(const Branch& branch, const model::Model& model, RelationVariables& relationVariables, const Algebra& algebra,
              const Trace& trace) {
  Comparison comparison(model, relationVariables, algebra, trace);
  std::vector<Lit> all;
  for (int part = 0; part < branch.shared; ++part) all.push_back(comparison.same(part, *branch.trunk));
  for (const Instance* sibling : branch.siblings) all.push_back(!comparison.same(branch.shared, *sibling));
  return algebra.circuit().conjunction(all);
}

bool shareParts(const model::Model& model, const Instance& a, const Instance& b, int parts) {
  for (int part = 0; part < parts; ++part) {
    const std::size_t moment = part == 0 ? 0 : static_cast<std::size_t>(part) - 1;
    const State &x = stateAt(a, moment), &y = stateAt(b, moment);
    for (SigId id = model::builtin::count; id < model.sigs().size(); ++id)
      if (model.sig(id).isVar == (part > 0) && !(x.sigs[id] == y.sigs[id])) return false;
    for (FieldId id = 0; id < model.fields().size(); ++id)
      if (model.field(id).isVar == (part > 0) && !(x.fields[id] == y.fields[id])) return false;
  }
  return true;
}

void keepNames(const Branch& branch, const model::Model& model, Instance& instance) {
  if (branch.shared == 0) return;
  const model::Universe& now = *instance.universe;
  const model::Universe& before = *branch.trunk->universe;
  std::vector<std::string> names(now.firstString());
  std::set<std::string> taken;
  const auto keep = [&](const TupleSet& atoms) {
    atoms.forEach([&](std::span<const model::Atom> tuple) {
      if (tuple[0] >= names.size()) return;
      names[tuple[0]] = before.name(tuple[0]);
      taken.insert(names[tuple[0]]);
    });
  };
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const int moments = model.sig(id).isVar ? branch.shared - 1 : 1;
    for (int moment = 0; moment < moments; ++moment) keep(stateAt(*branch.trunk, static_cast<std::size_t>(moment)).sigs[id]);
  }
  for (model::Atom atom = 0; atom < names.size(); ++atom) {
    if (!names[atom].empty()) continue;
    const std::string& name = now.name(atom);
    names[atom] = name;
    const std::string stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
    for (int number = 0; !taken.insert(names[atom]).second; ++number) names[atom] = fmt::format("{}{}", stem, number);
  }
  std::vector<std::string> strings;
  for (model::Atom atom = now.firstString(); atom < now.firstInt(); ++atom) strings.push_back(now.name(atom));
  instance.universe = std::make_shared<const model::Universe>(std::move(names), std::move(strings), now.bitwidth());
}

}  // namespace aunit::solver
