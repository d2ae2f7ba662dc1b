// The terminal, if there is one: which streams lead to it, its width, and keys one by one. terminal.cpp is for POSIX systems,
// terminal_windows.cpp for Windows' consoles.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>

#include "support/system/waiting.h"

namespace aunit::support {

/// Call first. If the caller closed a standard stream, takes its descriptor so that no file of ours gets it; writing to it then
/// fails. Writing to a closed pipe, or beyond a limit on file sizes, fails instead of ending the process. On Windows the streams
/// are binary, and a console shows UTF-8 and colours.
void prepareStandardStreams();
/// Restores the console for the caller.
void leaveStandardStreams();

bool isTerminal(std::FILE* stream);
/// Whether an error number means that the reader of a pipe has gone.
bool meansUnread(int error);
/// In columns; 0 if the stream is no terminal or its width is unknown.
std::size_t terminalWidth(std::FILE* stream);

/// While it lives, keys typed at a terminal on standard input arrive one by one and are not echoed.
class RawKeys {
 public:
  RawKeys();
  ~RawKeys();
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

  /// Ready when there may be a key; noAwaitable if standard input is no terminal.
  Awaitable awaitable() const;
  /// The next key; nothing at the end of the input.
  std::optional<char> read();

 private:
  struct State;
  std::unique_ptr<State> before_;  // null if standard input is no terminal
};

}  // namespace aunit::support
