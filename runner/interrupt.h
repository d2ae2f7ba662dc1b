// Interrupts: Ctrl-C and the other signals that ask the process to end, taken as a request to stop soon and to report the results
// so far.
#pragma once

#include <atomic>

namespace aunit::runner {

/// Set by the first SIGINT, SIGTERM or SIGHUP after `catchInterrupts`; engines and the scheduler look at it.
extern std::atomic<bool> interruptRequested;

/// From now on the first signal sets interruptRequested, and the second ends the process at once, without leaving temporary
/// files. A SIGHUP that the caller has ignored (nohup) stays ignored.
void catchInterrupts();

/// Like catchInterrupts(), for work that cannot be stopped half-way: the first signal already ends the process.
void endOnInterrupts();

/// While it lives, the first Ctrl-C sets interruptRequested and the second ends the process. Its destructor clears
/// interruptRequested, and a Ctrl-C does what it did before.
class InterruptScope {
 public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  void (*before_)(int) = nullptr;  // what Ctrl-C did; on POSIX systems only
};

}  // namespace aunit::runner
