// A search for the longest traces, in the background.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "solver/sat/sat.h"
#include "support/budget.h"
#include "support/threads.h"

namespace aunit::solver {

/// A trace of n states is also a trace of n + 1 states (its loop unrolled once). So if there is no trace of the greatest length,
/// there is no trace. While the search for the shortest trace goes upwards, this class searches for a longest trace on another
/// core.
class LongestFirst {
 public:
  /// Starts `search`, for traces of the greatest length.
  LongestFirst(const support::Budget& budget, std::function<Answer(const support::Budget&)> search)
      : answer_([this, within = budget.within({.stop = &cancelled_}), search = std::move(search)] {
          const Answer answer = search(within);
          refuted_ = answer == Answer::unsatisfiable;
          return answer;
        }) {}
  ~LongestFirst() { cancelled_ = true; }
  LongestFirst(const LongestFirst&) = delete;
  LongestFirst& operator=(const LongestFirst&) = delete;

  /// Becomes true when it turns out that there is no trace of any length.
  const std::atomic<bool>& refuted() const { return refuted_; }
  /// Whether there is an answer; waits up to 5 ms for it.
  bool ready() const { return answer_.ready(std::chrono::milliseconds(5)); }
  /// Waits for the answer; to be called once. Throws what the search threw.
  Answer wait() { return answer_.get(); }
  /// Ends the search; false when it threw.
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
  support::Task<Answer> answer_;  // destroyed first
};

}  // namespace aunit::solver
