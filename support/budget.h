// A budget: the time and memory that work may spend, and whether to stop. Options hold Limits; the work makes a Budget of them
// when it begins. Every loop checks the budget regularly and unwinds when it is exhausted.
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

/// Thrown by Budget::check if time or memory is exhausted, or a stop is requested. Entry functions of the layers catch it.
class Exhausted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The moment at which a whole command ends (`--time`).
struct Deadline {
  std::chrono::steady_clock::time_point at;
  double seconds = 0;  // from the beginning of the command

  /// The moment `seconds` from now.
  static Deadline after(double seconds);
};

/// The limits that a user, or a caller, sets for a piece of work.
struct Limits {
  double seconds = 0;                       // 0: no limit
  std::size_t bytes = 0;                    // of resident memory of the process; 0: no limit
  const std::atomic<bool>* stop = nullptr;  // if set to true, the work ends soon; may be null and must outlive the work
  std::optional<Deadline> whole{};          // deadline of the command that the work belongs to; nothing: no limit

  bool any() const { return seconds > 0 || bytes != 0 || stop != nullptr || whole; }
  bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  /// Only the request to stop, for work whose parts have limits of their own.
  Limits untimed() const { return {.stop = stop}; }
};

/// Limits that count from the moment at which the budget is made.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  /// No limits.
  Budget() = default;
  /// The seconds count from this call.
  explicit Budget(const Limits& limits);

  /// The reason to stop now, or nothing. Cheap: one clock read and, if bytes are limited, one look at the resident memory.
  std::optional<std::string> exhausted() const;
  /// Like exhausted(), but not counted by endingAt: for polling loops, whose number of calls depends on time.
  std::optional<std::string> exhaustedMeanwhile() const;
  /// Throws Exhausted when exhausted().
  void check() const;
  /// A budget that also respects `limits`, counted from now. Throws std::logic_error beyond four different `stop` flags.
  Budget within(const Limits& limits) const;
  /// `limits` for a part of this work: at most the seconds that are left (never 0 if there is a deadline), and the first `stop`
  /// flag of this budget unless `limits` has one.
  Limits left(Limits limits) const;
  /// A budget that is also exhausted after `questions` calls of exhausted(), for tests: in one thread always at the same place.
  Budget endingAt(int questions) const;
  /// Throws Exhausted if `bytes` more would exceed the memory limit.
  void checkRoom(std::size_t bytes) const;
  /// The moment at which the budget ends; nothing: no limit.
  const std::optional<Clock::time_point>& deadline() const { return deadline_; }
  /// Seconds left; a large number when there is no limit.
  double secondsLeft() const;

 private:
  std::string memoryExhausted() const;

  std::optional<Clock::time_point> deadline_;
  double seconds_ = 0;
  bool endsWhole_ = false;  // the deadline is that of the whole command
  std::size_t bytes_ = 0;
  std::array<const std::atomic<bool>*, 4> stops_{};  // flags of the user and of enclosing searches
  std::shared_ptr<std::atomic<int>> questions_;      // how many calls of exhausted() are left (endingAt)
};

/// Checks a budget at intervals: a long loop counts its steps here, and asks before it allocates much memory.
class Meter {
 public:
  /// `budget` may be null (no limit) and must outlive this.
  explicit Meter(const Budget* budget = nullptr) : budget_(budget) {}

  /// Counts `steps` steps of a few nanoseconds each. Throws Exhausted.
  void step(std::size_t steps = 1) {
    if ((steps_ += steps) >= interval) ask();
  }
  /// Announces an allocation of `bytes`. Throws Exhausted if it would exceed the memory limit.
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

/// Reserves room for `more` further elements, growing at least to double capacity. Asks the meter before memory is allocated.
template <class T>
void reserveMore(Meter& meter, std::vector<T>& elements, std::size_t more) {
  const std::size_t needed = elements.size() + more;
  if (needed <= elements.capacity()) return;
  const std::size_t capacity = std::max(needed, 2 * elements.capacity());
  meter.room(capacity * sizeof(T));
  elements.reserve(capacity);
}

}  // namespace aunit::support
