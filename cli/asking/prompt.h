// Reads lines from a terminal or a pipe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace aunit::cli {

/// Reads lines of standard input. On a terminal, shows a prompt and supports line editing, a history that outlives the session
/// ($XDG_STATE_HOME/aunit/history), and completion of names with the tab key. Builds without line editing only show the prompt.
class Prompt {
 public:
  /// `names`: the words that the tab key completes.
  explicit Prompt(std::vector<std::string> names);
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  bool interactive() const { return interactive_; }
  /// Reads a line. Returns nothing at the end of the input. A Ctrl-C clears the line.
  std::optional<std::string> read(const std::string& prompt);

 private:
  bool interactive_ = false;
  std::string historyFile_;
};

}  // namespace aunit::cli
