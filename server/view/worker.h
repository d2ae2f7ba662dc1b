// Work for browsers, one piece after the other, in a thread of its own: models and solvers are not for several at once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

#include "runner/thread.h"

namespace aunit::server::view {

class Worker {
 public:
  using Work = std::function<void(const std::atomic<bool>& stop)>;

  Worker();
  /// What is at work is stopped, what waits is forgotten.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// `owner` is for whom it is done. The work must not throw, and is to look at the flag now and then.
  void post(std::uint64_t owner, Work work);
  /// Nobody waits for what this one asked for.
  void forget(std::uint64_t owner);
  /// What is at work now is to end, with whatever it then has to say.
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
  std::uint64_t current_ = 0;  // the owner of what is at work; 0: nothing is
  std::atomic<bool> stop_ = false;
  bool ended_ = false;
  runner::DeepThread thread_;  // last: it uses what stands above
};

}  // namespace aunit::server::view
