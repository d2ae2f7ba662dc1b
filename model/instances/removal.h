// Removes atoms and tuples from an instance. Used to find reasons, to shrink an instance, and to find its neighbours.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::model {

/// A signature or a field. The tuples of a signature are its atoms.
struct RelationOf {
  bool isField = false;
  std::uint32_t id = 0;
};

TupleSet& valueIn(State& state, RelationOf relation);
const TupleSet& valueIn(const State& state, RelationOf relation);
bool changesOverTime(const Model& model, RelationOf relation);
/// The states that must change if a relation is changed in `state`, as a half-open range: only this state if the relation is
/// `var`, else all states.
std::pair<std::size_t, std::size_t> statesOf(const Model& model, const Instance& instance, RelationOf relation,
                                             std::size_t state);

/// Removes atoms from all signatures of a state, and removes tuples with these atoms from all fields. `gone`: by atom, whether to
/// remove it.
void removeAtoms(State& state, const std::vector<bool>& gone);

/// Removes `atom` from `signature` and from the signatures that extend `signature` or are subsets of it. A subset signature keeps
/// the atom if another one of its parents contains it. Does not change fields.
void removeMember(const Model& model, State& state, SigId signature, Atom atom);

}  // namespace aunit::model
