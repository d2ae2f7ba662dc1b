// JSON output (--json [FILE]) of a command that otherwise writes text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/output/outputs.h"

namespace aunit::cli {

class JsonOutput {
 public:
  /// Adds the file to `outputs`, which the command opens. `path` is the value of --json: nothing if the option was not given, "-"
  /// for standard output, which then has only JSON.
  JsonOutput(Outputs& outputs, const std::optional<std::string>& path);

  bool isWanted() const { return wanted_; }
  /// Whether the JSON replaces the text for people.
  bool isAlone() const { return alone_; }
  /// Adds one line, or the whole document. Standard output gets it immediately, a file when write() is called.
  void add(std::string_view text);
  /// Writes the file, if there is one. Returns false, after a message, on failure.
  bool write();

 private:
  Outputs& outputs_;
  const bool wanted_, alone_;
  std::string text_;
};

}  // namespace aunit::cli
