// Finds inputs of a circuit whose values follow from asserted literals, before a SAT solver runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::solver {

/// Returns literals of inputs that hold if the asserted literals hold: those that unit propagation finds, and those whose
/// negation violates a clause by implications alone (failed literals: Lynce & Marques-Silva, ICTAI 2003). Does not find all such
/// literals: stops after a number of steps that is linear in the asserted circuit. The result is sorted, and empty if the
/// asserted literals contradict each other.
std::vector<Lit> impliedInputs(const Circuit& circuit, std::span<const Lit> asserted);

}  // namespace aunit::solver
