// Ends a SAT call from outside when its budget runs out.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "solver/budget.h"

namespace aunit::solver {

/// From construction to destruction a thread looks at the budget every few milliseconds and, once it is exhausted, calls
/// `interrupt` again and again: CryptoMiniSat forgets a request that comes before its search has begun.
class Watchdog {
 public:
  Watchdog(const Budget& budget, std::function<void()> interrupt)
      : thread_([this, &budget, interrupt = std::move(interrupt)](std::stop_token stop) {
          std::unique_lock lock(mutex_);
          while (!stop.stop_requested()) {
            wake_.wait_for(lock, stop, std::chrono::milliseconds(5), [] { return false; });
            if (!stop.stop_requested() && budget.exhausted()) interrupt();
          }
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace aunit::solver
