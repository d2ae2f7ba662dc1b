// A budget: the time and memory that work may spend, and whether to stop. Options carry Limits; work begins with a Budget made of
// them, which every loop asks now and then, and unwinds when it is used up.
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

/// Thrown by Budget::check and caught at the door of the layer: exhausted time or memory, or a request to stop.
class Exhausted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The moment at which a whole command ends (`--time`).
struct Deadline {
  std::chrono::steady_clock::time_point at;
  double seconds = 0;  // from the beginning of the command on

  /// In so many seconds from now.
  static Deadline after(double seconds);
};

/// The limits that a person, or a caller, sets to a piece of work.
struct Limits {
  double seconds = 0;                       // 0: no limit
  std::size_t bytes = 0;                    // of resident memory of the process; 0: no limit
  const std::atomic<bool>* stop = nullptr;  // set: end soon; may be null and must outlive the work
  std::optional<Deadline> whole{};          // of the command that the work is part of; nothing: no limit

  bool any() const { return seconds > 0 || bytes != 0 || stop != nullptr || whole; }
  bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  /// The request to stop alone: of work whose parts have their own time.
  Limits untimed() const { return {.stop = stop}; }
};

/// Limits that count from a moment on.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  /// No limits.
  Budget() = default;
  /// The seconds count from now on.
  explicit Budget(const Limits& limits);

  /// Why one should stop now, or nothing. Cheap: a clock read, now and then a look at the resident memory.
  std::optional<std::string> exhausted() const;
  /// Likewise if it is asked as often as time allows, not once at a place: no question in the sense of endingAt.
  std::optional<std::string> exhaustedMeanwhile() const;
  /// Throws Exhausted when exhausted().
  void check() const;
  /// A budget that also ends where these limits, counted from now on, do; of its requests to stop up to four differ.
  Budget within(const Limits& limits) const;
  /// These limits for a part of the work: its seconds are no more than are left, and never 0 if there is a limit; its request
  /// to stop is the first of this, where it has none.
  Limits left(Limits limits) const;
  /// A budget that also ends when it was asked so many times: at the same place in every run of one thread. For tests.
  Budget endingAt(int questions) const;
  /// Throws Exhausted when so many bytes more would exceed the memory limit.
  void checkRoom(std::size_t bytes) const;
  /// When it ends; nothing: no limit.
  const std::optional<Clock::time_point>& deadline() const { return deadline_; }
  /// Seconds left; a large number when there is no limit.
  double secondsLeft() const;

 private:
  std::string memoryExhausted() const;

  std::optional<Clock::time_point> deadline_;
  double seconds_ = 0;
  bool endsWhole_ = false;  // the deadline is that of the whole command
  std::size_t bytes_ = 0;
  std::array<const std::atomic<bool>*, 4> stops_{};  // the user's, and those of enclosing searches
  std::shared_ptr<std::atomic<int>> questions_;      // that may still be asked
};

/// Asks a budget now and then: what may run long counts its steps here and asks before it takes much memory.
class Meter {
 public:
  /// Null: there is no limit.
  explicit Meter(const Budget* budget = nullptr) : budget_(budget) {}

  /// So many steps of a few nanoseconds each.
  void step(std::size_t steps = 1) {
    if ((steps_ += steps) >= interval) ask();
  }
  /// So many bytes will be taken.
  void room(std::size_t bytes) {
    if (bytes >= large && budget_) budget_->checkRoom(bytes);
  }

  /// Asks now.
  void ask();

 private:
  static constexpr std::size_t interval = 1u << 16;
  static constexpr std::size_t large = 1u << 22;

  const Budget* budget_;
  std::size_t steps_ = 0;
};

/// Reserves for `more` elements behind the last, twice what there was when it is full: the meter is asked before memory is taken.
template <class T>
void reserveMore(Meter& meter, std::vector<T>& elements, std::size_t more) {
  const std::size_t needed = elements.size() + more;
  if (needed <= elements.capacity()) return;
  const std::size_t capacity = std::max(needed, 2 * elements.capacity());
  meter.room(capacity * sizeof(T));
  elements.reserve(capacity);
}

}  // namespace aunit::support
