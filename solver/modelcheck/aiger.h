// Systems and their invariants in AIGER 1.9, the format of hardware model checkers (Biere, Heljanko & Wieringa, FMV report 11/2),
// so that other tools can decide the same question and check the answer.
#pragma once

#include <string>

#include "solver/modelcheck/system.h"

namespace aunit::modelcheck {

/// The system in ASCII form (aag): inputs, latches, one bad state property, constraints, and all justice conditions as one
/// property. A latch that no initial condition fixes is uninitialised. Other initial conditions become constraints on the first
/// step, which an additional latch marks.
std::string aiger(const System& system);

/// The system of aiger() with another property: the invariant holds and `bad` does not. This property is inductive, so the result
/// is a witness for the property of aiger() (Yu, Froleyks, Biere & Heljanko, "Towards compositional hardware model checking
/// certification", FMCAD 2023).
std::string aigerWitness(const System& system, const Invariant& invariant);

}  // namespace aunit::modelcheck
