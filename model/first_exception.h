// What goes wrong in threads is thrown where somebody waits for them.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

namespace aunit::model {

/// The first exception of several threads.
class FirstException {
 public:
  /// Calls work() and keeps what it throws.
  template <class Work>
  void guard(Work&& work) noexcept {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
      any_ = true;
    }
  }
  /// Something was thrown: whatever is still to do is of no use.
  bool any() const { return any_.load(std::memory_order_relaxed); }
  /// Throws it, if there was one, in the calling thread; nothing is left then. To be called when no thread works any longer.
  void rethrow() {
    any_ = false;
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  std::mutex mutex_;
  std::exception_ptr thrown_;
  std::atomic<bool> any_ = false;
};

}  // namespace aunit::model
