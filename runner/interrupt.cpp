#include "runner/interrupt.h"

#include <chrono>
#include <csignal>

#include <unistd.h>

#include "support/files.h"
#include "support/system/waiting.h"
#include "support/threads.h"

namespace aunit::runner {

std::atomic<bool> interruptRequested = false;

namespace {

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free, "used in signal handlers");

std::atomic<int> lastSignal = 0;
support::WakeFlag* ending = nullptr;  // made once, and never destroyed, because a signal may come at any time

// A signal handler may call only few functions, so this one wakes a thread that removes the temporary files.
extern "C" void end(int signal) {
  std::signal(signal, SIG_DFL);  // the next signal ends the process at once
  lastSignal = signal;
  ending->set();
}

extern "C" void wish(int signal) {
  if (interruptRequested.exchange(true)) end(signal);
}

extern "C" void wishOnce(int signal) {
  interruptRequested.store(true);
  std::signal(signal, SIG_DFL);
}

void startEnder() {
  ending = new support::WakeFlag;
  const auto endWhenAsked = [] {
    while (support::await({ending->awaitable()}, std::chrono::milliseconds(-1)) == 0) {
    }
    const support::TemporaryCleanup noNewOnes;
    ::kill(::getpid(), lastSignal);
    for (;;) ::pause();
  };
  support::Thread(endWhenAsked, support::Stack::usual).detach();
}

void install(void (*handler)(int)) {
  if (!support::hasThreads) return;  // a system without threads has no signals either
  [[maybe_unused]] static const bool once = (startEnder(), true);
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
  if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace

void catchInterrupts() {
  install(wish);
}

void endOnInterrupts() {
  install(end);
}

InterruptScope::InterruptScope() : before_(std::signal(SIGINT, wishOnce)) {}

InterruptScope::~InterruptScope() {
  std::signal(SIGINT, before_);
  interruptRequested.store(false);
}

}  // namespace aunit::runner
