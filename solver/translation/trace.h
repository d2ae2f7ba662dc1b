// The shape of the traces that one translation covers: lassos with a fixed number of states, whose loop the SAT solver chooses.
//
// Bounded model checking after Biere, Cimatti, Clarke & Zhu, TACAS 1999; one selection variable per possible loop state as in
// Biere, Heljanko, Junttila, Latvala & Schuppan, LMCS 2006. Past operators need the loop unrolled as often as they nest
// (Benedetti & Cimatti, TACAS 2003): a moment is a state together with the round of the loop in which it is seen.
#pragma once

#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::solver {

/// A point in time: a state, and how often the loop was entered before. Round 0 also covers the prefix. `state == Trace::length`
/// is the moment after the last state; its relations have the values of the chosen loop state.
struct Moment {
  int round = 0;
  int state = 0;

  friend bool operator==(Moment, Moment) = default;
};

struct Trace {
  int length = 1;
  std::vector<Lit> loopsTo;  // by state: the loop goes back to this state; exactly one literal holds
  int rounds = 0;            // the nesting depth of past operators

  /// A trace of `states` states; with one state there is no choice of the loop.
  Trace(Circuit& circuit, int states, int pastDepth) : length(states), rounds(pastDepth) {
    if (states == 1)
      loopsTo.push_back(yes);
    else
      for (int i = 0; i < states; ++i) loopsTo.push_back(circuit.input());
  }
};

}  // namespace aunit::solver
