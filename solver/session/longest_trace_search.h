// A search, in the background, for traces of the greatest length that the scope allows.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "solver/sat/sat.h"
#include "support/budget.h"
#include "support/threads.h"

namespace aunit::solver {

/// A trace of n states is also a trace of n + 1 states (its loop unrolled once). So if there is no trace of the greatest length,
/// there is no trace. While the search for the shortest trace goes upwards, this class searches for a longest trace in another
/// thread.
class LongestTraceSearch {
 public:
  /// Starts `search`, which must search for traces of the greatest length.
  LongestTraceSearch(const support::Budget& budget, std::function<Answer(const support::Budget&)> search)
      : answer_([this, within = budget.within({.stop = &cancelled_}), search = std::move(search)] {
          const Answer answer = search(within);
          refuted_ = answer == Answer::unsatisfiable;
          return answer;
        }) {}
  ~LongestTraceSearch() { cancelled_ = true; }
  LongestTraceSearch(const LongestTraceSearch&) = delete;
  LongestTraceSearch& operator=(const LongestTraceSearch&) = delete;

  /// Becomes true when there is a proof that no trace of any length exists.
  const std::atomic<bool>& refuted() const { return refuted_; }
  /// Waits at most 5 ms for the answer. Returns whether there is one.
  bool ready() const { return answer_.ready(std::chrono::milliseconds(5)); }
  /// Waits for the answer. Call it once. Throws the exception of the search.
  Answer wait() { return answer_.get(); }
  /// Ends the search. Returns false if the search threw an exception.
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
  support::Task<Answer> answer_;  // destroyed first, because its thread uses the other members
};

}  // namespace aunit::solver
