// Rings: relations in which each atom of a set has one successor, and reaches all other atoms of the set.
#pragma once

#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

struct Ring {
  SymbolId between = 0;  // between(a, b, c): the steps from a along the ring reach b before c; a, b and c are different
  std::size_t closure = 0;
  // indices of the closures that the ring defines: those of the ring's relation and of parts of the relation
  std::vector<std::size_t> defined;
};

/// Recognises a ring if assertions state that each of its atoms reaches all others. For each ring, appends the axioms of a
/// predicate that is the circular order of the ring's atoms. The predicate defines the closures of the ring's relation and of
/// parts of this relation.
std::vector<Ring> addRings(Theory& theory, std::vector<Assertion>& assertions);

}  // namespace aunit::solver::firstorder
