// The proof that there is no trace of any length.
#pragma once

#include <cstddef>
#include <string>

namespace aunit::modelcheck {

/// A report about an inductive invariant that another solver has checked (certificate.h).
struct Proof {
  /// "inductive invariant": some state that every trace must have is never reached; "rounds of justice": the conditions that must
  /// recur for ever recur only a few times; "no fair loop": no state comes back with all these conditions in between.
  std::string method;
  int frames = 0;           // of the search for the invariant
  std::size_t latches = 0;  // of the transition system
  std::size_t clauses = 0;
  /// With Options::certificate: system and witness as aiger.h writes them.
  std::string system;
  std::string witness;
};

}  // namespace aunit::modelcheck
