// Finds inputs of a circuit whose values follow from asserted literals, before a SAT solver runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::solver {

/// Literals of inputs that hold if the asserted literals hold: those that unit propagation finds, and those whose negation
/// refutes one clause by implications alone, as the failed literals of Lynce & Marques-Silva (ICTAI 2003). Finds a part of all
/// such literals, and gives up after a number of steps that is linear in the asserted circuit. Sorted; empty if the literals
/// contradict each other.
std::vector<Lit> impliedInputs(const Circuit& circuit, std::span<const Lit> asserted);

}  // namespace aunit::solver
