// Limits recursion over the structure of a text, so that the stack is never exhausted.
#pragma once

#include <cstddef>

namespace aunit::support {

/// Allows a recursion that builds a tree to use an eighth of the stack that is free when the guard is made, but at most 8 MB. It
/// must not use more, because a later traversal of the tree needs a few times as much stack as this recursion. 8 MB are about
/// 10,000 levels. WebAssembly and ThreadSanitizer have lower limits.
class StackGuard {
 public:
  StackGuard();

  bool exhausted() const { return static_cast<const char*>(__builtin_frame_address(0)) < lowest_; }
  /// The largest allowed depth of a tree that is built without recursion. Later traversals of the tree are recursive.
  int levels() const { return levels_; }

 private:
  const char* lowest_ = nullptr;  // lowest allowed address; the stack grows downwards
  int levels_ = 0;
};

}  // namespace aunit::support
