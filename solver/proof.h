// The proof that there is no trace of any length.
#pragma once

#include <cstddef>
#include <string>

namespace aunit::modelcheck {

/// A report about an inductive invariant that another solver has checked (certificate.h).
struct Proof {
  /// "inductive invariant": every trace must reach a bad state, but no bad state is reachable. "rounds of justice": certain
  /// conditions must hold infinitely often, but all of them can hold again only a bounded number of times. "no fair loop": the
  /// same conditions must hold infinitely often, but no state can recur after all of them have held.
  std::string method;
  int frames = 0;           // number of frames in the search for the invariant
  std::size_t latches = 0;  // number of latches of the transition system
  std::size_t clauses = 0;
  /// If Options::certificate is true: the transition system and the witness, as aiger.h writes them. Otherwise empty.
  std::string system;
  std::string witness;
};

}  // namespace aunit::modelcheck
