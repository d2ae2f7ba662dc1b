// A symbolic transition system over a circuit, on which questions about traces of any length are decided.
//
// A state gives each latch a value. A step is a state together with a value for every input of the circuit that is not a latch.
// It is allowed when all constraints hold, and leads to the state that the latches' `next` give. A trace is an infinite sequence
// of allowed steps: the first is in a state that satisfies `init`, each other step is in the state to which the step before
// leads, and each justice condition holds infinitely often. Steps may lead to states in which no step is allowed (dead ends), so
// a finite sequence of steps does not imply that there is a trace.
#pragma once

#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::modelcheck {

using solver::Circuit;
using solver::Lit;

struct Latch {
  Lit now;   // the value in the state: an input of the circuit
  Lit next;  // the value after the step: a formula over latches and inputs
};

struct System {
  explicit System(Circuit& c) : circuit(&c) {}

  Circuit* circuit;
  std::vector<Latch> latches;
  std::vector<Lit> init;         // over latches alone; all hold in the first state
  std::vector<Lit> constraints;  // over latches and inputs, like `justice` and `bad`
  std::vector<Lit> justice;
  Lit bad = solver::no;

  /// Adds a latch with the given first value. The caller must set its `next`. Returns its position.
  std::size_t addLatch(bool start) {
    const Lit now = circuit->input();
    latches.push_back({now, now});
    init.push_back(start ? now : !now);
    return latches.size() - 1;
  }
};

/// Literals of some latches. They stand for the set of the states in which all of them hold.
using Cube = std::vector<Lit>;

/// An inductive invariant: the set of the states that are in no cube of `excluded`. No allowed step from these states leaves the
/// set, and `bad` is false in each such step.
struct Invariant {
  std::vector<Cube> excluded;
};

}  // namespace aunit::modelcheck
