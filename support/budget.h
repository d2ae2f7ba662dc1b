// A budget is the time and memory that work may use, and a way to stop it. Options hold Limits; when the work begins, it makes a
// Budget from them. Every loop checks the budget regularly and ends by an exception if the budget is exhausted.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace aunit::support {

/// Thrown by Budget::check if time or memory is exhausted, or if a stop is requested. Entry functions of the layers catch it.
class Exhausted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The moment at which the whole command must end (`--time`).
struct Deadline {
  std::chrono::steady_clock::time_point at;
  double seconds = 0;  // seconds between the start of the command and `at`

  /// The moment that is `seconds` from now.
  static Deadline after(double seconds);
};

/// The limits that a user or a caller sets for a piece of work.
struct Limits {
  double seconds = 0;                       // 0: no limit
  std::size_t bytes = 0;                    // resident memory of the process, in bytes; 0: no limit
  const std::atomic<bool>* stop = nullptr;  // the work ends soon after this is set to true; may be null, must outlive the work
  std::optional<Deadline> whole{};          // deadline of the command that the work belongs to; nothing: no limit

  bool any() const { return seconds > 0 || bytes != 0 || stop != nullptr || whole; }
  bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  /// The same `stop` flag without the other limits. For work whose parts have time limits of their own.
  Limits untimed() const { return {.stop = stop}; }
};

/// Limits that count from the moment at which the Budget is made.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  /// No limits.
  Budget() = default;
  /// Counts the seconds from now.
  explicit Budget(const Limits& limits);

  /// The reason why the work must stop now; nothing if it may continue. Cheap: reads the clock and, if bytes are limited, the
  /// resident memory.
  std::optional<std::string> exhausted() const;
  /// Like exhausted(), but such a call does not count for endingAt(). For polling loops, whose number of calls depends on time.
  std::optional<std::string> exhaustedMeanwhile() const;
  /// Throws Exhausted if the budget is exhausted.
  void check() const;
  /// A budget that is exhausted when this budget or `limits` are exhausted. The seconds of `limits` count from now. Throws
  /// std::logic_error if there are more than four different `stop` flags.
  Budget within(const Limits& limits) const;
  /// `limits` for a part of this work. The seconds are at most the seconds left in this budget (but never 0, which would mean
  /// no limit). If `limits` has no `stop` flag, it gets the first one of this budget.
  Limits left(Limits limits) const;
  /// A budget that is also exhausted after `questions` calls of exhausted(). For tests: work in one thread then always stops at
  /// the same place.
  Budget endingAt(int questions) const;
  /// Throws Exhausted if allocating `bytes` would exceed the memory limit.
  void checkRoom(std::size_t bytes) const;
  /// The moment at which the budget ends; nothing if time is not limited.
  const std::optional<Clock::time_point>& deadline() const { return deadline_; }
  /// The seconds that are left; a large number if time is not limited.
  double secondsLeft() const;

 private:
  std::string memoryExhausted() const;

  std::optional<Clock::time_point> deadline_;
  double seconds_ = 0;
  bool endsWhole_ = false;  // whether `deadline_` is the deadline of the whole command
  std::size_t bytes_ = 0;
  std::array<const std::atomic<bool>*, 4> stops_{};  // the `stop` flags of all limits in this budget; null: unused place
  std::shared_ptr<std::atomic<int>> questions_;      // number of calls of exhausted() that are left (endingAt); null: no limit
};

/// Checks a budget at intervals. A long loop reports its steps to a Meter. Code that needs much memory asks the Meter before it
/// allocates the memory.
class Meter {
 public:
  /// `budget` may be null (no limit) and must outlive this object.
  explicit Meter(const Budget* budget = nullptr) : budget_(budget) {}

  /// Counts `steps` steps of a few nanoseconds each. Throws Exhausted.
  void step(std::size_t steps = 1) {
    if ((steps_ += steps) >= interval) ask();
  }
  /// Call before allocating `bytes`. Throws Exhausted if this would exceed the memory limit.
  void room(std::size_t bytes) {
    if (bytes >= large && budget_) budget_->checkRoom(bytes);
  }

  /// Checks the budget now. Throws Exhausted.
  void ask();

 private:
  static constexpr std::size_t interval = 1u << 16;
  static constexpr std::size_t large = 1u << 22;

  const Budget* budget_;
  std::size_t steps_ = 0;
};

/// Reserves room for `more` further elements. If the capacity is too small, checks the memory limit and at least doubles it.
template <class T>
void reserveMore(Meter& meter, std::vector<T>& elements, std::size_t more) {
  const std::size_t needed = elements.size() + more;
  if (needed <= elements.capacity()) return;
  const std::size_t capacity = std::max(needed, 2 * elements.capacity());
  meter.room(capacity * sizeof(T));
  elements.reserve(capacity);
}

}  // namespace aunit::support
