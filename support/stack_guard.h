// A limit for recursion over a text's structure, reached before the stack is exhausted.
#pragma once

#include <cstddef>

namespace aunit::support {

/// Allows an eighth of the stack that is left when the guard is made, because a later walk over the tree takes a few times the
/// stack that building it takes. At most 8 MB, about 10,000 levels (less in WebAssembly and under ThreadSanitizer).
class StackGuard {
 public:
  StackGuard();

  bool exhausted() const { return static_cast<const char*>(__builtin_frame_address(0)) < lowest_; }
  /// The depth allowed for a tree that is built without recursion, because later walks over it recurse.
  int levels() const { return levels_; }

 private:
  const char* lowest_ = nullptr;  // stacks grow downwards
  int levels_ = 0;
};

}  // namespace aunit::support
