#include "model/instances/removal.h"

#include <algorithm>

namespace aunit::model {

TupleSet& valueIn(State& state, RelationOf relation) {
  return relation.isField ? state.fields[relation.id] : state.sigs[relation.id];
}

const TupleSet& valueIn(const State& state, RelationOf relation) {
  return relation.isField ? state.fields[relation.id] : state.sigs[relation.id];
}

bool changesOverTime(const Model& model, RelationOf relation) {
  return relation.isField ? model.field(relation.id).isVar : model.sig(relation.id).isVar;
}

std::pair<std::size_t, std::size_t> statesOf(const Model& model, const Instance& instance, RelationOf relation,
                                             std::size_t state) {
  if (changesOverTime(model, relation)) return {state, state + 1};
  return {0, instance.states.size()};
}

void removeAtoms(State& state, const std::vector<bool>& gone) {
  for (SigId id = builtin::count; id < state.sigs.size(); ++id)
    for (const Atom atom : state.sigs[id].atoms())
      if (gone[atom]) state.sigs[id].erase({&atom, 1});
  for (TupleSet& field : state.fields) {
    TupleSet kept(field.universeSize(), field.arity());
    field.forEach([&](std::span<const Atom> tuple) {
      if (std::ranges::none_of(tuple, [&](Atom atom) { return gone[atom]; })) kept.insert(tuple);
    });
    field = std::move(kept);
  }
}

void removeMember(const Model& model, State& state, SigId signature, Atom atom) {
  state.sigs[signature].erase({&atom, 1});
  for (SigId part = builtin::count; part < model.sigs().size(); ++part) {
    const std::vector<SigId>& parents = model.sig(part).parents;
    if (std::ranges::find(parents, signature) == parents.end() || !state.sigs[part].contains({&atom, 1})) continue;
    const auto hasIt = [&](SigId parent) { return parent >= builtin::count && state.sigs[parent].contains({&atom, 1}); };
    if (std::ranges::none_of(parents, hasIt)) removeMember(model, state, part, atom);
  }
}

}  // namespace aunit::model
