// Worker: does work for browsers in a thread of its own, one piece after the other, since models and solvers are not for several
// threads.
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
  /// Stops the work that runs and drops the work that waits.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Adds work for `owner`, which must not be 0. The work must not throw, and must look at the flag now and then.
  void post(std::uint64_t owner, Work work);
  /// Stops and drops all work for this owner.
  void forget(std::uint64_t owner);
  /// Stops the work that runs; it may still give its answer.
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
  std::uint64_t current_ = 0;  // owner of the work that runs; 0: none runs
  std::atomic<bool> stop_ = false;
  bool ended_ = false;
  support::Thread thread_;  // last: it uses what stands above
};

}  // namespace aunit::server::view
