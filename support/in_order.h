// Passes results of parallel work on in the order of the work.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace aunit::support {

/// Takes results in any order, and passes each on when all before it were passed on. Thread-safe.
template <class Result>
class InOrder {
 public:
  /// Calls `hand` with one result at a time, under a lock. `hand` returns false if it wants no more results.
  explicit InOrder(std::function<bool(Result)> hand) : hand_(std::move(hand)) {}

  /// `index`: from 0, without gaps; each at most once.
  void add(std::size_t index, Result result) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(result));
    while (!waiting_.empty() && waiting_.begin()->first == next_ && open_) handFirst();
  }

  /// Passes on the waiting results, in order, although earlier ones are missing: for work that was interrupted.
  void finish() {
    const std::lock_guard lock(mutex_);
    while (!waiting_.empty() && open_) handFirst();
  }

 private:
  void handFirst() {
    next_ = waiting_.begin()->first + 1;
    Result first = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    open_ = hand_(std::move(first));
  }

  std::function<bool(Result)> hand_;
  std::mutex mutex_;
  std::map<std::size_t, Result> waiting_;
  std::size_t next_ = 0;
  bool open_ = true;
};

}  // namespace aunit::support
