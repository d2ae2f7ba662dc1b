// A limit for recursion over a text's structure, reached before the stack is exhausted.
#pragma once

#include <cstddef>

namespace aunit::support {

/// Allows an eighth of the stack that the thread has left when the guard is made, because walking the tree later takes a few
/// times the stack that making it takes. The limit is 8 MB, some 10,000 levels (less in WebAssembly and under ThreadSanitizer).
class StackGuard {
 public:
  StackGuard();

  bool exhausted() const { return static_cast<const char*>(__builtin_frame_address(0)) < lowest_; }
  /// How deep a tree may be that is made without recursion: whatever walks it later recurses.
  int levels() const { return levels_; }

 private:
  const char* lowest_ = nullptr;  // stacks grow downwards
  int levels_ = 0;
};

}  // namespace aunit::support
