// Stops recursion over a text's structure before it exhausts the stack.
#pragma once

#include <cstddef>

namespace aunit::model {

/// Allows a part of the stack that the thread has left when the guard is made: an eighth, since whatever walks the tree later
/// takes a few times what making it takes, and no more than 8 MB, which is some 10,000 levels.
class StackGuard {
 public:
  StackGuard();

  bool exhausted() const { return static_cast<const char*>(__builtin_frame_address(0)) < lowest_; }

 private:
  const char* lowest_ = nullptr;  // stacks grow downwards
};

}  // namespace aunit::model
