// Removes atoms and tuples from an instance, and adds tuples: to find reasons, to shrink an instance, and to find its neighbours.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::model {

/// A signature (with its members) or a field (with its tuples).
struct RelationOf {
  bool isField = false;
  std::uint32_t id = 0;
};

TupleSet& valueIn(State& state, RelationOf relation);
const TupleSet& valueIn(const State& state, RelationOf relation);
bool changesOverTime(const Model& model, RelationOf relation);
/// The states that change if a relation is changed in `state`, as a half-open range: this one if the relation is `var`, else all.
std::pair<std::size_t, std::size_t> statesOf(const Model& model, const Instance& instance, RelationOf relation,
                                             std::size_t state);

/// Removes atoms (indices with `gone`) from all signatures, and the tuples that contain them from all fields of a state.
void removeAtoms(State& state, const std::vector<bool>& gone);

/// Removes an atom from a signature, and from the signatures below it unless another parent has the atom. Tuples stay.
void removeMember(const Model& model, State& state, SigId signature, Atom atom);

}  // namespace aunit::model
