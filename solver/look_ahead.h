// The longest traces first, in the background.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>

#include "solver/sat.h"

namespace aunit::solver {

/// A trace of n states is also one of n + 1 (its loop unrolled once), so what no trace of the greatest length satisfies, none
/// does. While the search goes upwards for the shortest trace, this looks at the longest ones on another core.
class LookAhead {
 public:
  /// Starts `search`, for traces of the greatest length.
  LookAhead(const Budget& budget, std::function<Answer(const Budget&)> search)
      : answer_(std::async(std::launch::async, [this, within = budget.stoppedBy(&cancelled_), search = std::move(search)] {
          const Answer answer = search(within);
          refuted_ = answer == Answer::unsatisfiable;
          return answer;
        })) {}
  ~LookAhead() { cancelled_ = true; }
  LookAhead(const LookAhead&) = delete;
  LookAhead& operator=(const LookAhead&) = delete;

  /// Becomes true when there is no trace of any length.
  const std::atomic<bool>& refuted() const { return refuted_; }
  /// Whether there is an answer; waits a little for it.
  bool ready() const { return answer_.wait_for(std::chrono::milliseconds(5)) == std::future_status::ready; }
  /// Waits for the answer; once. Throws what the search threw.
  Answer wait() { return answer_.get(); }
  /// Ends the search. False when it threw.
  bool cancel() {
    cancelled_ = true;
    try {
      wait();
      return true;
    } catch (...) {
      return false;
    }
  }

 private:
  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> refuted_ = false;
  std::future<Answer> answer_;  // ends first
};

}  // namespace aunit::solver
