// Cancellation of loops over large data, by a caller further out.
#pragma once

#include <cstdint>
#include <functional>

#include "support/budget.h"

namespace aunit::support {

/// While a Cancellation lives, loops over data in its thread call `check` a few thousand times a second. An exception from
/// `check` ends the loop and leaves its objects assignable and destructible. If Cancellations nest, only the innermost is called.
class Cancellation {
 public:
  explicit Cancellation(std::function<void()> check);
  /// Loops throw Exhausted when the budget is exhausted. `budget` must outlive this object.
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

/// A loop calls this before it runs `steps` elementary steps of about a nanosecond each. Costs an addition.
void spend(std::uint64_t steps);

}  // namespace aunit::support
