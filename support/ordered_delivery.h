// Passes on results of parallel work in a fixed order.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace aunit::support {

/// Takes results in any order and passes them on by ascending index. Thread-safe.
template <class Result>
class OrderedDelivery {
 public:
  /// Calls `hand` with one result at a time, under a lock. If `hand` returns false, it gets no more results.
  explicit OrderedDelivery(std::function<bool(Result)> hand) : hand_(std::move(hand)) {}

  /// Takes the result with this index. Indices count from 0 without gaps; each may be added once.
  void add(std::size_t index, Result result) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(result));
    while (!waiting_.empty() && waiting_.begin()->first == next_ && open_) handFirst();
  }

  /// Passes on all waiting results in order, even if results before them are missing. For work that was interrupted.
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
