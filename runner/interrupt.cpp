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

InterruptScope::InterruptScope() {
  std::signal(SIGINT, onSignal);
}

InterruptScope::~InterruptScope() {
  std::signal(SIGINT, SIG_DFL);
  interruptRequested.store(false);
}

}  // namespace aunit::runner
