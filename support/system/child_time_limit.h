// Limits the running time of a child process.
#pragma once

#include <functional>
#include <optional>

#include "support/budget.h"

namespace aunit::support {

inline constexpr int millisecondsBetweenLooks = 20;

/// A child process may run until the budget is exhausted. It is then interrupted, and killed `graceSeconds` seconds later.
class ChildTimeLimit {
 public:
  ChildTimeLimit(const Budget& budget, double graceSeconds) : budget_(budget), graceSeconds_(graceSeconds) {}

  /// Whether the child must be killed. Calls `interrupt` once, when the grace begins.
  bool isOver(const std::function<void()>& interrupt) {
    if (grace_) return grace_->exhaustedMeanwhile().has_value();
    if (!budget_.exhaustedMeanwhile()) return false;
    if (graceSeconds_ <= 0) return true;
    grace_.emplace(Limits{.seconds = graceSeconds_});
    interrupt();
    return false;
  }

 private:
  const Budget& budget_;
  double graceSeconds_;
  std::optional<Budget> grace_;  // begins with the interrupt
};

}  // namespace aunit::support
