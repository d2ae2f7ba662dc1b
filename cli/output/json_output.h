// JSON output (--json [FILE]) of a command that otherwise writes text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/output/outputs.h"

namespace aunit::cli {

class JsonOutput {
 public:
  /// Adds the JSON file to `outputs`, which the command opens. `path`: the value of --json; nothing if the option was not given.
  /// For "-", standard output contains JSON only.
  JsonOutput(Outputs& outputs, const std::optional<std::string>& path);

  bool isWanted() const { return wanted_; }
  /// Whether JSON goes to standard output, so that text for people must not go there.
  bool isAlone() const { return alone_; }
  /// Adds one line, or the whole document. If JSON goes to standard output, writes the text immediately; otherwise write() writes
  /// it to the file.
  void add(std::string_view text);
  /// Writes the file, if there is one. Returns false, after a message, on failure.
  bool write();

 private:
  Outputs& outputs_;
  const bool wanted_, alone_;
  std::string text_;
};

}  // namespace aunit::cli
