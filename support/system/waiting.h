// Waiting for input and for events, several at once. waiting.cpp is for POSIX systems (poll, pipes), waiting_windows.cpp for
// Windows.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>

namespace aunit::support {

/// What can be waited for: a descriptor; on Windows the system's handle.
#ifdef _WIN32
using Awaitable = std::intptr_t;
#else
using Awaitable = int;
#endif
inline constexpr Awaitable noAwaitable = -1;

Awaitable awaitableOf(int descriptor);

/// Waits at most `most` (without limit if negative) until one of them can be read or has ended. Returns a bit for each that is
/// ready, the first in the lowest bit; 0 if none is (a signal came, or the time is over).
unsigned await(std::initializer_list<Awaitable> awaited, std::chrono::milliseconds most);

/// A flag that `await` can wait for. Signal handlers may set it.
class Wake {
 public:
  /// Throws std::system_error if the system has no descriptor left.
  Wake();
  ~Wake();
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;

  Awaitable awaitable() const { return ready_; }
  void set() noexcept;
  void clear() noexcept;

 private:
  Awaitable ready_, signalled_;
};

/// Whether a descriptor for writing may still have a reader. (On Windows only writing tells.)
bool isHeard(int descriptor);

}  // namespace aunit::support
