// Random small systems, and facts about them that are found by a visit of every state and every step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/modelcheck/system.h"

namespace aunit::modelcheck::testing_ {

/// A system of a few latches and inputs; its constraints, justice conditions and bad state are random gates over them. About half
/// of the systems have states without a successor.
System randomSystem(Circuit& circuit, unsigned seed);

struct Facts {
  int badAfter = -1;   // least number of steps before a step with `bad`; -1 if there is none
  bool trace = false;  // whether an infinite sequence of steps meets every justice condition infinitely often
};

/// Finds the facts about a system by brute force. The system must have at most 20 latches and inputs together.
Facts explore(const System& system);

/// Checks by brute force whether `invariant` is an invariant of the system that excludes `bad`.
bool proves(const System& system, const Invariant& invariant);

}  // namespace aunit::modelcheck::testing_
