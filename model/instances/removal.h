// Removal of atoms and tuples from an instance, and addition of tuples: to find reasons, to make an instance small, and to find
// its neighbours.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::model {

/// A signature (its members) or a field (its tuples).
struct RelationOf {
  bool isField = false;
  std::uint32_t id = 0;
};

TupleSet& valueIn(State& state, RelationOf relation);
const TupleSet& valueIn(const State& state, RelationOf relation);
bool changesOverTime(const Model& model, RelationOf relation);
/// The states that a change of a relation in one of them is about, as first and behind the last: this one where the relation is
/// `var`, else all.
std::pair<std::size_t, std::size_t> statesOf(const Model& model, const Instance& instance, RelationOf relation,
                                             std::size_t state);

/// Takes atoms, those that are `gone`, out of all signatures and tuples of a state.
void removeAtoms(State& state, const std::vector<bool>& gone);

/// Takes an atom out of a signature and out of those that are part of it, unless they may have it for another reason. Tuples
/// stay.
void removeMember(const Model& model, State& state, SigId signature, Atom atom);

}  // namespace aunit::model
