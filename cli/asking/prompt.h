// Prompt: reads lines from a person, or from a pipe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace aunit::cli {

/// Reads lines of standard input. A terminal gets a prompt, editing, a history that is kept between sessions
/// ($XDG_STATE_HOME/aunit/history) and completion of names with the tab key; in builds without line editing the prompt alone.
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
