// Lets a function stop loops over large data in functions far below it in the call stack.
#pragma once

#include <cstdint>
#include <functional>

#include "support/budget.h"

namespace aunit::support {

/// While a Cancellation exists, loops over data in its thread call `check` a few thousand times a second. If `check` throws, the
/// loop ends. The objects that the loop was changing can still be assigned and destroyed. If Cancellations are nested, only the
/// innermost `check` is called.
class Cancellation {
 public:
  explicit Cancellation(std::function<void()> check);
  /// Makes loops throw Exhausted when the budget is exhausted. `budget` must outlive this object.
  explicit Cancellation(const Budget& budget) : Cancellation([&budget] { budget.check(); }) {}
  ~Cancellation();
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

 private:
  friend void spend(std::uint64_t);

  static constexpr std::uint64_t stepsBetweenChecks = 1u << 18;
  static constinit thread_local std::uint64_t spent_;
  static constinit thread_local Cancellation* current_;

  std::function<void()> check_;
  Cancellation* outer_;
};

/// Loops call this before they run `steps` elementary steps of about a nanosecond each. Costs one addition.
void spend(std::uint64_t steps);

}  // namespace aunit::support
