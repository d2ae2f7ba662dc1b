// The terminal, if there is one: which streams are connected to it, its width, and single keys. terminal.cpp is for POSIX
// systems, terminal_windows.cpp for consoles of Windows.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>

#include "support/system/waiting.h"

namespace aunit::support {

/// Must be called first. If the caller of the program has closed a standard stream, opens the null device in its place, so that
/// no file that the program opens later gets the stream's descriptor. Writing to the stream then fails. After the call, a write
/// to a closed pipe or beyond a limit on file sizes fails instead of ending the process. On Windows, makes the streams binary and
/// the console show UTF-8 and colours.
void prepareStandardStreams();
/// Restores the console's settings for the caller of the program.
void leaveStandardStreams();

bool isTerminal(std::FILE* stream);
/// Whether an error number means that a pipe has no reader any more.
bool meansUnread(int error);
/// The width in columns; 0 if the stream is not a terminal or its width is unknown.
std::size_t terminalWidth(std::FILE* stream);

/// While this object exists, keys typed at a terminal on standard input arrive one by one and are not echoed.
class RawKeys {
 public:
  RawKeys();
  ~RawKeys();
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

  /// The object to await for the next key; noAwaitable if standard input is not a terminal.
  Awaitable awaitable() const;
  /// Returns the next key; nothing at the end of the input.
  std::optional<char> read();

 private:
  struct State;
  std::unique_ptr<State> before_;  // null if standard input is not a terminal
};

}  // namespace aunit::support
