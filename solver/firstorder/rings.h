// Rings: relations in which each atom of a set has one successor, and reaches all others.
#pragma once

#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

struct Ring {
  SymbolId between = 0;  // between(a, b, c): the way from a meets b before c; a, b and c are different
  std::size_t closure = 0;
  std::vector<std::size_t> defined;  // indices of the closures that the ring defines: its own, and those of parts of its relation
};

/// Recognises the rings of which assertions say that each atom reaches all others. Appends the axioms of the circular order of
/// their atoms, a predicate, and defines by it the closures of the ring's relation and of parts of the relation.
std::vector<Ring> addRings(Theory& theory, std::vector<Assertion>& assertions);

}  // namespace aunit::solver::firstorder
