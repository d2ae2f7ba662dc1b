// What a search for traces of any length says when there is none.
#pragma once

#include <cstddef>
#include <string>

namespace aunit::modelcheck {

/// An inductive invariant, which another solver has checked: see certificate.h for what that guards against.
struct Proof {
  std::string method;
  int frames = 0;           // of the search for it
  std::size_t latches = 0;  // of the transition system that it is about
  std::size_t clauses = 0;
};

}  // namespace aunit::modelcheck
