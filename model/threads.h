// Whether there are threads, how deep their stacks are, and for how many there are cores.
#pragma once

#include <algorithm>
#include <thread>

namespace aunit::model {

/// False in WebAssembly as pages run it. What would have a thread of its own is then done where it would be started, or in turns.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool hasThreads = false;
#else
inline constexpr bool hasThreads = true;
#endif

/// How deeply a text may be nested, where its structure is walked by recursion: as wished for on a thread whose stack is deep
/// (runner/thread.h); the stacks of pages hold 1 MB.
constexpr int levels(int wished) {
  return hasThreads ? wished : std::min(wished, 1000);
}

/// How many threads can work at the same time, at least 1.
inline unsigned cores() {
  return hasThreads ? std::max(1u, std::thread::hardware_concurrency()) : 1;
}

}  // namespace aunit::model
