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

// The exit code that POSIX shells report for a process ended by SIGINT.
constexpr int interruptedCode = 130;

[[noreturn]] void end() {
  const support::TemporaryCleanup noNewOnes;
  support::leaveStandardStreams();
  std::_Exit(interruptedCode);
}

// Windows calls this in a new thread, for Ctrl-C, Ctrl-Break, a closed window and the end of the session.
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
