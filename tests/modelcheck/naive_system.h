// Random small systems, and what is true of them by visiting every state and every step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/modelcheck/system.h"

namespace aunit::modelcheck::testing_ {

/// A few latches and inputs; constraints, justice conditions and a bad state of random gates over them. About half of the systems
/// have states without a next one.
System randomSystem(Circuit& circuit, unsigned seed);

struct Facts {
  int badAfter = -1;   // the least number of steps before one with `bad`; -1: it is never reached
  bool trace = false;  // some infinite sequence of steps meets every justice condition again and again
};

/// By brute force; latches and inputs of the system together at most 20.
Facts explore(const System& system);

/// Is an invariant one, and does it exclude `bad`? By brute force too.
bool proves(const System& system, const Invariant& invariant);

}  // namespace aunit::modelcheck::testing_
