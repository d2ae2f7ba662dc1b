// Waits for input and events, several at the same time. waiting.cpp is for POSIX systems (poll, pipes), waiting_windows.cpp for
// Windows.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>

namespace aunit::support {

/// An object that can be awaited: a descriptor; on Windows, a handle.
#ifdef _WIN32
using Awaitable = std::intptr_t;
#else
using Awaitable = int;
#endif
inline constexpr Awaitable noAwaitable = -1;

Awaitable awaitableOf(int descriptor);

/// Waits at most `most` (without a limit if `most` is negative) until one of the objects can be read or has ended. Returns a bit
/// for each that is ready; the lowest bit is for the first object. Returns 0 if the time is over or a signal came before an
/// object was ready.
unsigned await(std::initializer_list<Awaitable> awaited, std::chrono::milliseconds most);

/// A flag that `await` can wait for. Signal handlers may set it.
class WakeFlag {
 public:
  /// Throws std::system_error if the system has no descriptor left.
  WakeFlag();
  ~WakeFlag();
  WakeFlag(const WakeFlag&) = delete;
  WakeFlag& operator=(const WakeFlag&) = delete;

  Awaitable awaitable() const { return ready_; }
  void set() noexcept;
  void clear() noexcept;

 private:
  Awaitable ready_, signalled_;
};

/// Whether the reader of a pipe may still exist. (Always true on Windows, where only a write shows this.)
bool isHeard(int descriptor);

}  // namespace aunit::support
