// The longest traces first, in the background.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <thread>

#include "solver/attempt.h"

namespace aunit::solver {

/// A trace of n states is also one of n + 1 (its loop unrolled once), so what no trace of the greatest length satisfies, none
/// does. While the search goes upwards for the shortest trace, this looks at the longest ones on another core.
class LookAhead {
 public:
  /// Starts solving; `attempt` is for the greatest length.
  LookAhead(std::unique_ptr<Attempt> attempt, const Budget& budget)
      : attempt_(std::move(attempt)), budget_(budget.stoppedBy(&cancelled_)), thread_([this] { run(); }) {}
  ~LookAhead() { cancel(); }
  LookAhead(const LookAhead&) = delete;
  LookAhead& operator=(const LookAhead&) = delete;

  /// Becomes true when there is no trace of any length.
  const std::atomic<bool>& refuted() const { return refuted_; }
  /// Waits for the answer. Throws what the search threw.
  Answer wait() {
    if (thread_.joinable()) thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return answer_;
  }
  /// After wait().
  std::unique_ptr<Attempt> take() { return std::move(attempt_); }
  /// Ends the search without an answer. Null when it threw.
  std::unique_ptr<Attempt> cancel() {
    cancelled_ = true;
    if (thread_.joinable()) thread_.join();
    return failure_ ? nullptr : take();
  }

 private:
  void run() {
    try {
      answer_ = attempt_->solve(budget_);
    } catch (...) {
      failure_ = std::current_exception();
    }
    refuted_ = answer_ == Answer::unsatisfiable;
  }

  std::unique_ptr<Attempt> attempt_;
  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> refuted_ = false;
  Budget budget_;
  Answer answer_ = Answer::unknown;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace aunit::solver
