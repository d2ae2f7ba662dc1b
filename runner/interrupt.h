// Ctrl-C, and what else asks the process to end, as a wish to stop soon, with what is there reported.
#pragma once

#include <atomic>

namespace aunit::runner {

/// Set by the first SIGINT, SIGTERM or SIGHUP after `catchInterrupts`; engines and the scheduler look at it.
extern std::atomic<bool> interruptRequested;

/// From now on the first signal is a wish, and the second ends the process at once, without leaving temporary files. A SIGHUP
/// that the caller has ignored (nohup) stays so.
void catchInterrupts();

/// The same for work that cannot be stopped half-way: the first signal ends the process already.
void endOnInterrupts();

/// While it lives, the first Ctrl-C is such a wish; afterwards it is forgotten, and a Ctrl-C ends the process again.
class InterruptScope {
 public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
};

}  // namespace aunit::runner
