// The JSON of a command that otherwise writes for people (--json [FILE]).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/output/outputs.h"

namespace aunit::cli {

class JsonOutput {
 public:
  /// Adds the file to `outputs`, which the command opens. `path` is what --json was given: nothing if it was not, "-" for
  /// standard output, which is then for JSON alone.
  JsonOutput(Outputs& outputs, const std::optional<std::string>& path);

  bool isWanted() const { return wanted_; }
  /// Whether nothing is written for people.
  bool isAlone() const { return alone_; }
  /// One line, or the whole document. Standard output has it at once, a file in the end.
  void add(std::string_view text);
  /// Writes the file, if there is one. Returns false, after a message, when that fails.
  bool write();

 private:
  Outputs& outputs_;
  const bool wanted_, alone_;
  std::string text_;
};

}  // namespace aunit::cli
