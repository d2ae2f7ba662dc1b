// Worker: answers browsers in a thread of its own, one task after the other, because models and solvers are not thread-safe.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

#include "support/threads.h"

namespace aunit::server::view {

class Worker {
 public:
  using Work = std::function<void(const std::atomic<bool>& stop)>;

  Worker();
  /// Stops the current work and drops the waiting work.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Adds work for `owner`, which must not be 0. The work must not throw, and must check `stop` repeatedly.
  void post(std::uint64_t owner, Work work);
  /// Stops and drops all work for this owner.
  void forget(std::uint64_t owner);
  /// Stops the current work, which may still send its answer.
  void stopCurrent();

 private:
  struct Task {
    std::uint64_t owner;
    Work work;
  };
  void run();

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Task> waiting_;
  std::uint64_t current_ = 0;  // owner of the current work; 0 if there is none
  std::atomic<bool> stop_ = false;
  bool ended_ = false;
  support::Thread thread_;  // last, because it uses the members above
};

}  // namespace aunit::server::view
