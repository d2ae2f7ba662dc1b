#include "support/system/waiting.h"

#include <algorithm>
#include <array>
#include <system_error>

#include <io.h>
#include <windows.h>

namespace aunit::support {

namespace {

HANDLE handleOf(Awaitable awaitable) {
  return reinterpret_cast<HANDLE>(awaitable);
}

/// Whether the input of a console has a key press that can be read. Discards other events (key releases, mouse, window size).
bool hasKey(HANDLE console) {
  INPUT_RECORD record{};
  for (DWORD count = 0; ::PeekConsoleInputW(console, &record, 1, &count) && count != 0;) {
    if (record.EventType == KEY_EVENT && record.Event.KeyEvent.bKeyDown && record.Event.KeyEvent.uChar.UnicodeChar != 0)
      return true;
    ::ReadConsoleInputW(console, &record, 1, &count);
  }
  return false;
}

/// Whether a handle is ready. The test depends on the kind of handle.
bool isReady(HANDLE handle) {
  DWORD mode = 0, available = 0;
  switch (::GetFileType(handle)) {
    case FILE_TYPE_PIPE: return !::PeekNamedPipe(handle, nullptr, 0, nullptr, &available, nullptr) || available != 0;
    case FILE_TYPE_DISK: return true;
    case FILE_TYPE_CHAR: return !::GetConsoleMode(handle, &mode) || hasKey(handle);
    default: return ::WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;  // for an event
  }
}

bool isEvent(HANDLE handle) {
  return ::GetFileType(handle) == FILE_TYPE_UNKNOWN;
}

}  // namespace

Awaitable awaitableOf(int descriptor) {
  return ::_get_osfhandle(descriptor);
}

// Windows cannot wait for pipes, so this function polls them: first after one millisecond, later every ten milliseconds.
unsigned await(std::initializer_list<Awaitable> awaited, std::chrono::milliseconds most) {
  std::array<HANDLE, 8> events{};
  DWORD count = 0;
  bool asking = false;
  for (const Awaitable each : awaited) {
    if (each == noAwaitable) continue;
    if (isEvent(handleOf(each)))
      events.at(count++) = handleOf(each);
    else
      asking = true;
  }
  const auto begun = std::chrono::steady_clock::now();
  for (int round = 0;; ++round) {
    unsigned ready = 0, bit = 1;
    for (const Awaitable each : awaited) {
      if (each != noAwaitable && isReady(handleOf(each))) ready |= bit;
      bit <<= 1;
    }
    const auto gone = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
    if (ready != 0 || (most.count() >= 0 && gone >= most)) return ready;
    std::chrono::milliseconds pause = most.count() < 0 ? std::chrono::milliseconds(1000) : most - gone;
    if (asking) pause = std::min(pause, std::chrono::milliseconds(round < 50 ? 1 : 10));
    const DWORD milliseconds = static_cast<DWORD>(pause.count());
    if (count == 0)
      ::Sleep(milliseconds);
    else
      ::WaitForMultipleObjects(count, events.data(), FALSE, milliseconds);
  }
}

WakeFlag::WakeFlag() : ready_(reinterpret_cast<Awaitable>(::CreateEventW(nullptr, TRUE, FALSE, nullptr))), signalled_(ready_) {
  if (ready_ == 0) throw std::system_error(static_cast<int>(::GetLastError()), std::system_category(), "event");
}

WakeFlag::~WakeFlag() {
  ::CloseHandle(handleOf(ready_));
}

void WakeFlag::set() noexcept {
  ::SetEvent(handleOf(signalled_));
}

void WakeFlag::clear() noexcept {
  ::ResetEvent(handleOf(ready_));
}

bool isHeard(int) {
  return true;
}

}  // namespace aunit::support
