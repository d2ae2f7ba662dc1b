// The proof that there is no trace, whatever its length.
#pragma once

#include <cstddef>
#include <string>

namespace aunit::modelcheck {

/// A report about an inductive invariant that another solver has checked (certificate.h).
struct Proof {
  /// "inductive invariant": every trace must reach a bad state, but no bad state is reachable. The other methods use conditions
  /// that must hold infinitely often in every trace. "rounds of justice": all conditions can hold again only a bounded number of
  /// times. "no fair loop": no state can recur after all conditions have held.
  std::string method;
  int frames = 0;           // number of frames in the search for the invariant
  std::size_t latches = 0;  // number of latches of the transition system
  std::size_t clauses = 0;
  /// If Options::certificate is true: the transition system and the witness, as aiger.h writes them. Otherwise empty.
  std::string system;
  std::string witness;
};

}  // namespace aunit::modelcheck
