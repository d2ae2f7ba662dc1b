#include "runner/interrupt.h"

#include <cstdlib>

#include <windows.h>

#include "support/files.h"
#include "support/system/terminal.h"

namespace aunit::runner {

std::atomic<bool> interruptRequested = false;

namespace {

enum class Manner : std::uint8_t { none, wish, wishOnce, end };
std::atomic<Manner> manner = Manner::none;

// What shells on POSIX systems make of a process that SIGINT has ended.
constexpr int interruptedCode = 130;

[[noreturn]] void end() {
  const support::TemporariesRemoved noNewOnes;
  support::leaveStandardStreams();
  std::_Exit(interruptedCode);
}

// In a thread of its own, which Windows makes for it. Ctrl-C, Ctrl-Break, the closed window, the end of the session.
BOOL WINAPI hear(DWORD) {
  switch (manner.load()) {
    case Manner::none: return FALSE;
    case Manner::wish:
      if (interruptRequested.exchange(true)) end();
      return TRUE;
    case Manner::wishOnce:
      interruptRequested.store(true);
      manner = Manner::end;
      return TRUE;
    case Manner::end: end();
  }
  return FALSE;
}

void install(Manner how) {
  [[maybe_unused]] static const bool once = ::SetConsoleCtrlHandler(hear, TRUE) != 0;
  manner = how;
}

}  // namespace

void catchInterrupts() {
  install(Manner::wish);
}

void endOnInterrupts() {
  install(Manner::end);
}

InterruptScope::InterruptScope() {
  install(Manner::wishOnce);
}

InterruptScope::~InterruptScope() {
  manner = Manner::end;
  interruptRequested.store(false);
}

}  // namespace aunit::runner
