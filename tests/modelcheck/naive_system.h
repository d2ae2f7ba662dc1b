// Random small systems, and facts about them found by visiting every state and every step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/modelcheck/system.h"

namespace aunit::modelcheck::testing_ {

/// A system of a few latches and inputs, with constraints, justice conditions and a bad state of random gates over them. About
/// half of the systems have states without a next one.
System randomSystem(Circuit& circuit, unsigned seed);

struct Facts {
  int badAfter = -1;   // the least number of steps before one with `bad`; -1: there is none
  bool trace = false;  // whether an infinite sequence of steps meets every justice condition again and again
};

/// The facts about a system by brute force; it must have at most 20 latches and inputs together.
Facts explore(const System& system);

/// Whether `invariant` is an invariant of the system and excludes `bad`, also by brute force.
bool proves(const System& system, const Invariant& invariant);

}  // namespace aunit::modelcheck::testing_
