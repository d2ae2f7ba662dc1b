// Threads with room for deep recursion.
#pragma once

#include <cstddef>
#include <functional>

#include <pthread.h>

namespace aunit::runner {

/// A thread with a stack of 512 MB, so that deeply nested but legal models do not overflow it (the pages are only taken when
/// touched). Joins when it is destroyed.
class DeepThread {
 public:
  static constexpr std::size_t stackBytes = std::size_t{512} << 20;

  /// `work` must not throw. Where no such stack is to be had, a thread with the usual one is started. Where there are no threads
  /// (model/threads.h), `work` has ended when this is made.
  explicit DeepThread(std::function<void()> work);
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;
  ~DeepThread();

 private:
  std::function<void()> work_;
  pthread_t handle_{};
};

/// Calls work(0) .. work(count - 1), each once, on up to `threads` deep threads, in no particular order. What a call throws ends
/// the others soon and is thrown here, then.
void forEachParallel(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work);

}  // namespace aunit::runner
