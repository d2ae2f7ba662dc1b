// Ctrl-C as a wish to stop soon, with what is there reported.
#pragma once

#include <atomic>

namespace aunit::runner {

/// Set by the first SIGINT or SIGTERM after `catchInterrupts`; engines and the scheduler look at it. A second signal ends the
/// process at once.
extern std::atomic<bool> interruptRequested;

void catchInterrupts();

/// While it lives, the first Ctrl-C is such a wish; afterwards it is forgotten, and a Ctrl-C ends the process again.
class InterruptScope {
 public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
};

}  // namespace aunit::runner
