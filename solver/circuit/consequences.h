// Finds inputs of a circuit whose values follow from asserted literals, before a SAT solver runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::solver {

/// Returns literals of inputs that hold if the asserted literals hold. Finds them by unit propagation, and by assuming the
/// negation of a literal: if propagation in short clauses then violates a clause, the literal holds (failed literals: Lynce &
/// Marques-Silva, ICTAI 2003). Does not find all such literals: stops after a number of steps that is linear in the size of the
/// asserted circuit. The result is sorted. It is empty if a contradiction between the asserted literals is found.
std::vector<Lit> impliedInputs(const Circuit& circuit, std::span<const Lit> asserted);

}  // namespace aunit::solver
