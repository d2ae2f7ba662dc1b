// A symbolic transition system over a circuit: what "for traces of any length" is decided on.
//
// A state gives each latch a value. A step is a state together with a value for every input of the circuit that is no latch; it
// is allowed when all constraints hold, and leads to the state that the latches' `next` say. A trace is an infinite sequence of
// allowed steps, each in the state that the one before leads to, from a state that satisfies `init`, in which each justice
// condition holds infinitely often. Steps may lead to states in which none is allowed (dead ends), so a finite sequence of steps
// is evidence of nothing but itself.
#pragma once

#include <vector>

#include "solver/circuit.h"

namespace aunit::modelcheck {

using solver::Circuit;
using solver::Lit;

struct Latch {
  Lit now;   // an input of the circuit
  Lit next;  // over latches and inputs
};

struct System {
  explicit System(Circuit& c) : circuit(&c) {}

  Circuit* circuit;
  std::vector<Latch> latches;
  std::vector<Lit> init;         // over latches alone; all hold in the first state
  std::vector<Lit> constraints;  // over latches and inputs, as is the rest
  std::vector<Lit> justice;
  Lit bad = solver::no;

  /// A new latch that starts with a value; `next` is to be set. Returns its position.
  std::size_t addLatch(bool start) {
    const Lit now = circuit->input();
    latches.push_back({now, now});
    init.push_back(start ? now : !now);
    return latches.size() - 1;
  }
};

/// Values of some latches: stands for the states in which all these literals hold.
using Cube = std::vector<Lit>;

/// A set of states that the system does not leave and that holds no allowed step with `bad`: those that satisfy no cube.
struct Invariant {
  std::vector<Cube> excluded;
};

}  // namespace aunit::modelcheck
