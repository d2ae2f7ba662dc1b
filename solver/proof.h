// The proof that there is no trace of any length.
#pragma once

#include <cstddef>
#include <string>

namespace aunit::modelcheck {

/// A report about an inductive invariant that another solver has checked (certificate.h).
struct Proof {
  /// "inductive invariant": a bad state, which every trace must reach, is unreachable. "rounds of justice": the conditions that
  /// must hold infinitely often all hold in a bounded number of rounds only. "no fair loop": no state recurs with all these
  /// conditions in between.
  std::string method;
  int frames = 0;           // number of frames in the search for the invariant
  std::size_t latches = 0;  // number of latches of the transition system
  std::size_t clauses = 0;
  /// With Options::certificate: system and witness as aiger.h writes them.
  std::string system;
  std::string witness;
};

}  // namespace aunit::modelcheck
