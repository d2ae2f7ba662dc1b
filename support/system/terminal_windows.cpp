#include "support/system/terminal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

namespace aunit::support {

namespace {

UINT outputPage = 0, inputPage = 0;  // code pages of the console when the program started

HANDLE handleOf(std::FILE* stream) {
  const int descriptor = ::_fileno(stream);
  return descriptor < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

}  // namespace

void prepareStandardStreams() {
  _fmode = _O_BINARY;  // mode of files that the C and C++ libraries open
  // If a standard stream is closed, opens NUL in its place, for the opposite direction. Using the stream then fails, as if the
  // stream were still closed.
  for (std::FILE* stream : {stdin, stdout, stderr}) {
    if (handleOf(stream) == INVALID_HANDLE_VALUE || ::GetFileType(handleOf(stream)) == FILE_TYPE_UNKNOWN)
      std::freopen("NUL", stream == stdin ? "wb" : "rb", stream);
    else
      ::_setmode(::_fileno(stream), _O_BINARY);
    DWORD mode = 0;
    if (stream != stdin && ::GetConsoleMode(handleOf(stream), &mode))
      ::SetConsoleMode(handleOf(stream), mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
  // The caller of the program uses the same console, so leaveStandardStreams() restores its code pages.
  outputPage = ::GetConsoleOutputCP();
  inputPage = ::GetConsoleCP();
  if (outputPage != 0) ::SetConsoleOutputCP(CP_UTF8);
  if (inputPage != 0) ::SetConsoleCP(CP_UTF8);
  // After this call, Windows reports errors to this program instead of showing a dialog.
  ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
}

void leaveStandardStreams() {
  if (outputPage != 0) ::SetConsoleOutputCP(outputPage);
  if (inputPage != 0) ::SetConsoleCP(inputPage);
}

bool isTerminal(std::FILE* stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handleOf(stream), &mode) != 0;
}

bool meansUnread(int error) {
  return error == EPIPE || error == EINVAL;  // the C library reports EINVAL for a pipe that is closing
}

std::size_t terminalWidth(std::FILE* stream) {
  CONSOLE_SCREEN_BUFFER_INFO about{};
  if (!::GetConsoleScreenBufferInfo(handleOf(stream), &about)) return 0;
  return static_cast<std::size_t>(std::max(0, about.srWindow.Right - about.srWindow.Left + 1));
}

struct RawKeys::State {
  DWORD mode = 0;
  std::array<char, 4> bytes{};  // bytes of one character, in UTF-8
  std::size_t at = 0, size = 0;
};

RawKeys::RawKeys() {
  auto state = std::make_unique<State>();
  if (!::GetConsoleMode(handleOf(stdin), &state->mode)) return;
  ::SetConsoleMode(handleOf(stdin), ENABLE_PROCESSED_INPUT);  // Ctrl-C keeps working
  before_ = std::move(state);
}

RawKeys::~RawKeys() {
  if (before_) ::SetConsoleMode(handleOf(stdin), before_->mode);
}

Awaitable RawKeys::awaitable() const {
  return before_ ? reinterpret_cast<Awaitable>(handleOf(stdin)) : noAwaitable;
}

std::optional<char> RawKeys::read() {
  State& state = *before_;
  while (state.at == state.size) {
    INPUT_RECORD record{};
    DWORD count = 0;
    if (!::ReadConsoleInputW(handleOf(stdin), &record, 1, &count) || count == 0) return std::nullopt;
    const wchar_t key = record.Event.KeyEvent.uChar.UnicodeChar;
    if (record.EventType != KEY_EVENT || !record.Event.KeyEvent.bKeyDown || key == 0) continue;
    const int size =
        ::WideCharToMultiByte(CP_UTF8, 0, &key, 1, state.bytes.data(), static_cast<int>(state.bytes.size()), nullptr, nullptr);
    state.at = 0;
    state.size = static_cast<std::size_t>(std::max(0, size));
  }
  return state.bytes[state.at++];
}

}  // namespace aunit::support
