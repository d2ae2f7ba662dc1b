// The terminal, if there is one: which streams lead to it, its width, and keys one by one. terminal.cpp is for POSIX systems,
// terminal_windows.cpp for Windows' consoles.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>

#include "support/system/waiting.h"

namespace aunit::support {

/// Must be called first. Makes sure that the three standard streams are taken, so that no file of ours gets the number of one
/// that the caller has closed (writing to it then fails), and that writing to a closed pipe, or beyond a limit on the
/// size of files, fails instead of ending the process. On Windows bytes pass as they are, and a console shows UTF-8 and colours.
void prepareStandardStreams();
/// Leaves the console to the caller as it was.
void leaveStandardStreams();

bool isTerminal(std::FILE* stream);
/// Whether this error number means that the reader has gone.
bool meansUnread(int error);
/// In columns; 0: it is no terminal, or does not tell.
std::size_t terminalWidth(std::FILE* stream);

/// While it lives, keys of a terminal that is standard input come one by one and are not shown.
class RawKeys {
 public:
  RawKeys();
  ~RawKeys();
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

  /// Ready when there may be a key; noAwaitable where standard input is no terminal.
  Awaitable awaitable() const;
  /// The next key; nothing at the end of the input.
  std::optional<char> read();

 private:
  struct State;
  std::unique_ptr<State> before_;  // null: no terminal
};

}  // namespace aunit::support
