// Cancellation of loops over large data, from outside of them.
#pragma once

#include <cstdint>
#include <functional>

#include "support/budget.h"

namespace aunit::support {

/// While a Cancellation lives, loops over data in its thread call `check` now and then (a few thousand times a second). An
/// exception from `check` ends the loop and leaves the objects it worked on in a state that can be assigned and destroyed. For
/// nested ones only the innermost is asked.
class Cancellation {
 public:
  explicit Cancellation(std::function<void()> check);
  /// Ends loops with Exhausted when the budget, which must outlive this, is used up.
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

/// A loop calls this before it takes `steps` elementary steps of about a nanosecond each. A call costs an addition.
void spend(std::uint64_t steps);

}  // namespace aunit::support
