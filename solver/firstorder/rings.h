// Rings: relations in which each atom of a set has one successor, and reaches all others.
#pragma once

#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

struct Ring {
  SymbolId between = 0;  // for three atoms: on the way from the first the second is met before the third; all are different
  std::size_t closure = 0;
  std::vector<std::size_t> defined;  // the closures of which the ring says all: its own, and of parts of its relation
};

/// Recognises the rings of which assertions say that each atom reaches all others, and adds what is true of the circular order of
/// their atoms: a predicate with axioms, and in its words the closures of the ring's relation and of parts of it.
std::vector<Ring> addRings(Theory& theory, std::vector<Assertion>& assertions);

}  // namespace aunit::solver::firstorder
