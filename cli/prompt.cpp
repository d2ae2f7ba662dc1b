#include "cli/prompt.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include <editline/readline.h>
#include <signal.h>
#include <unistd.h>

namespace aunit::cli {

namespace {

constexpr int longestHistory = 1000;

// The library calls back without a place for our own data.
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

volatile std::sig_atomic_t interrupted = 0;

extern "C" void noteInterrupt(int) {
  interrupted = 1;
}

// The next key. A Ctrl-C ends the line as the return key would; what stood in it is then forgotten.
int readKey(std::FILE* in) {
  char key = 0;
  for (;;) {
    if (::read(::fileno(in), &key, 1) == 1) return static_cast<unsigned char>(key);
    if (interrupted) return '\n';
    if (errno != EINTR) return EOF;
  }
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
  return error ? std::string() : (base / "aunit" / "history").string();
}

}  // namespace

Prompt::Prompt(std::vector<std::string> names) : interactive_(::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO)) {
  if (!interactive_) return;
  completions = std::move(names);
  std::ranges::sort(completions);
  historyFile_ = historyPath();
  rl_readline_name = const_cast<char*>("aunit");
  rl_initialize();
  rl_attempted_completion_function = complete;
  rl_getc_function = readKey;
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
  std::string result;
  do {
    struct sigaction before {
    }, noting{};
    noting.sa_handler = noteInterrupt;  // without SA_RESTART: waiting for a key ends
    interrupted = 0;
    ::sigaction(SIGINT, &noting, &before);
    char* line = readline(prompt.c_str());
    ::sigaction(SIGINT, &before, nullptr);
    if (!line) {
      std::cout << '\n';
      return std::nullopt;
    }
    result = line;
    std::free(line);
  } while (interrupted);
  if (!result.empty()) {
    add_history(result.c_str());
    if (!historyFile_.empty()) write_history(historyFile_.c_str());  // at once: the session may end at any time
  }
  return result;
}

}  // namespace aunit::cli
