#include "runner/interrupt.h"

#include <csignal>

namespace aunit::runner {

std::atomic<bool> interruptRequested = false;

namespace {

extern "C" void onSignal(int signal) {
  interruptRequested.store(true);
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catchInterrupts() {
  static_assert(std::atomic<bool>::is_always_lock_free, "used in a signal handler");
  std::signal(SIGINT, onSignal);
  std::signal(SIGTERM, onSignal);
}

}  // namespace aunit::runner
