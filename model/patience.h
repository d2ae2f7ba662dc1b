// How loops over large data learn that nobody waits for them any longer.
#pragma once

#include <cstdint>
#include <functional>

namespace aunit::model {

/// While it lives, loops over data in this thread call `check` now and then (a few thousand times a second); what that throws
/// ends them, and leaves the objects that were worked on in a state that can be assigned and destroyed. The innermost counts.
class Patience {
 public:
  explicit Patience(std::function<void()> check);
  ~Patience();
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

 private:
  friend void spend(std::uint64_t);

  static constexpr std::uint64_t stepsBetweenChecks = 1u << 18;
  static constinit thread_local std::uint64_t spent_;
  static constinit thread_local Patience* current_;

  std::function<void()> check_;
  Patience* outer_;
};

/// Says that so many elementary steps, of about a nanosecond each, are about to be taken. Costs an addition.
void spend(std::uint64_t steps);

}  // namespace aunit::model
