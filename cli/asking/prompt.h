// Prompt: reads lines from a terminal or a pipe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace aunit::cli {

/// Reads lines of standard input. On a terminal there is a prompt, line editing, a history across sessions
/// ($XDG_STATE_HOME/aunit/history) and completion of names with the tab key; in builds without line editing only the prompt.
class Prompt {
 public:
  /// `names` are the words that can be completed.
  explicit Prompt(std::vector<std::string> names);
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  bool interactive() const { return interactive_; }
  /// The next line; nothing at the end of the input. A Ctrl-C clears the line.
  std::optional<std::string> read(const std::string& prompt);

 private:
  bool interactive_ = false;
  std::string historyFile_;
};

}  // namespace aunit::cli
