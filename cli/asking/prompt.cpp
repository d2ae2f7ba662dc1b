#include "cli/asking/prompt.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>

#include <editline/readline.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "support/system/terminal.h"
#include "support/system/waiting.h"

namespace aunit::cli {

namespace {

constexpr int longestHistory = 1000;

// The names that completion offers. Global because readline's callbacks have no parameter for the caller's data.
std::vector<std::string> completions;

char* nextCompletion(const char* prefix, int state) {
  static std::size_t position = 0;
  if (state == 0) position = 0;
  while (position < completions.size()) {
    const std::string& name = completions[position++];
    if (name.starts_with(prefix)) return ::strdup(name.c_str());
  }
  return nullptr;
}

char** complete(const char* text, int, int) {
  return rl_completion_matches(text, nextCompletion);
}

// Set by the handler of SIGINT. The handler may run in any thread, so the thread that waits for a key also waits for this object.
support::WakeFlag* interrupts = nullptr;  // created once

// Standard input, opened again as non-blocking. After poll() has reported characters, a Ctrl-C may discard them. Then read() must
// not block.
int keys = STDIN_FILENO;

int openKeys() {
  const char* name = ::ttyname(STDIN_FILENO);
  const int opened = name ? ::open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
  return opened < 0 ? STDIN_FILENO : opened;
}

extern "C" void noteInterrupt(int) {
  interrupts->set();
}

// Whether a Ctrl-C ended the line that is being read.
bool gaveUp = false;

// Returns the next key. A Ctrl-C ends the line like the return key; readLine then discards the line.
int readKey(std::FILE*) {
  for (;;) {
    const unsigned ready = support::await({interrupts->awaitable(), keys}, std::chrono::milliseconds(-1));
    if ((ready & 1) != 0) {
      gaveUp = true;
      return '\n';
    }
    if (ready == 0) continue;
    unsigned char key = 0;
    const ssize_t count = ::read(keys, &key, 1);
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return EOF;
    if (count == 1 && key < 0x80) return key;  // the loop skips other bytes: readline would take each one for a key
  }
}

using Line = std::unique_ptr<char, void (*)(void*)>;

// The next line; null at the end of the input.
Line readLine(const char* prompt) {
  struct sigaction before {
  }, noting{};
  noting.sa_handler = noteInterrupt;
  ::sigaction(SIGINT, &noting, &before);
  Line line(nullptr, std::free);
  do {
    interrupts->clear();
    gaveUp = false;
    line.reset(readline(prompt));
  } while (gaveUp);
  ::sigaction(SIGINT, &before, nullptr);
  return line;
}

std::string historyPath() {
  namespace fs = std::filesystem;
  fs::path base;
  if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state)
    base = state;
  else if (const char* home = std::getenv("HOME"); home && *home)
    base = fs::path(home) / ".local" / "state";
  else
    return {};
  std::error_code error;
  fs::create_directories(base / "aunit", error);
  return error ? std::string() : (base / "aunit" / "history").generic_string();
}

}  // namespace

Prompt::Prompt(std::vector<std::string> names) : interactive_(support::isTerminal(stdin) && support::isTerminal(stdout)) {
  if (!interactive_) return;
  completions = std::move(names);
  std::ranges::sort(completions);
  historyFile_ = historyPath();
  rl_readline_name = const_cast<char*>("aunit");
  if (!interrupts) interrupts = new support::WakeFlag;
  keys = openKeys();
  rl_getc_function = readKey;  // rl_initialize() reads it, so it is set before that call
  rl_initialize();
  rl_attempted_completion_function = complete;
  using_history();
  stifle_history(longestHistory);
  if (!historyFile_.empty()) read_history(historyFile_.c_str());
}

std::optional<std::string> Prompt::read(const std::string& prompt) {
  if (!interactive_) {
    std::string line;
    if (!std::getline(std::cin, line)) return std::nullopt;
    return line;
  }
  const Line line = readLine(prompt.c_str());
  if (!line) {
    std::cout << '\n';
    return std::nullopt;
  }
  std::string result = line.get();
  if (!result.empty()) {
    add_history(result.c_str());
    if (!historyFile_.empty()) write_history(historyFile_.c_str());  // after each line, since the session may be killed
  }
  return result;
}

}  // namespace aunit::cli
