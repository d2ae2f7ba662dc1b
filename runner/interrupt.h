// On Ctrl-C, or another signal that asks the process to end, the work stops soon and reports the results so far.
#pragma once

#include <atomic>

namespace aunit::runner {

/// Set by the first SIGINT, SIGTERM or SIGHUP after a call of catchInterrupts(). Budgets and the scheduler check it.
extern std::atomic<bool> interruptRequested;

/// After this call, the first signal sets interruptRequested, and the second ends the process as soon as its temporary files are
/// removed. If the process was started with SIGHUP ignored (nohup), SIGHUP stays ignored.
void catchInterrupts();

/// Like catchInterrupts(), for work that cannot report partial results: the first signal ends the process.
void endOnInterrupts();

/// During its lifetime, the first Ctrl-C sets interruptRequested and the second ends the process. The destructor clears
/// interruptRequested and restores the previous handling of Ctrl-C.
class InterruptScope {
 public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  void (*before_)(int) = nullptr;  // the previous handler of Ctrl-C; only on POSIX systems
};

}  // namespace aunit::runner
