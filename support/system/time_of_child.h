// How long another program may go on.
#pragma once

#include <functional>
#include <optional>

#include "support/budget.h"

namespace aunit::support {

inline constexpr int millisecondsBetweenLooks = 20;

/// How long a child may go on: as long as the budget lasts, and for a grace behind an interrupt.
class TimeOfChild {
 public:
  TimeOfChild(const Budget& budget, double graceSeconds) : budget_(budget), graceSeconds_(graceSeconds) {}

  /// Interrupts it once where it has some grace.
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
  std::optional<Budget> grace_;  // since the interrupt
};

}  // namespace aunit::support
