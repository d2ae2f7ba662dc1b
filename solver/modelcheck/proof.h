// What a search for traces of any length says when there is none.
#pragma once

#include <cstddef>
#include <string>

namespace aunit::modelcheck {

/// An inductive invariant, which another solver has checked: see certificate.h for what that guards against.
struct Proof {
  /// "inductive invariant": no state that every trace has is reached; "rounds of justice": what must recur for ever does so a few
  /// times only; "no fair loop": no state comes back with all of that in between.
  std::string method;
  int frames = 0;           // of the search for it
  std::size_t latches = 0;  // of the transition system that it is about
  std::size_t clauses = 0;
  /// With Options::certificate, as aiger.h writes them.
  std::string system;
  std::string witness;
};

}  // namespace aunit::modelcheck
