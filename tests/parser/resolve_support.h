// Loads models from texts in memory.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "parser/front_end.h"

namespace aunit::parser::test {

/// Loads the file `root` from `files`, which has the texts by path; nothing is read from disk.
inline std::unique_ptr<Loaded> loadFiles(std::map<std::string, std::string> files, const std::string& root = "main.als",
                                         bool alloy5 = false, const std::string& modelPath = "") {
  const LoadOptions options{.alloy5 = alloy5,
                            .uses = true,
                            .modelPath = modelPath,
                            .readFile = [files](const std::string& path) -> std::optional<std::string> {
                              const auto found = files.find(path);
                              if (found == files.end()) return std::nullopt;
                              return found->second;
                            }};
  return load(root, options);
}

inline std::unique_ptr<Loaded> loadModel(const std::string& text) {
  return loadFiles({{"main.als", text}});
}

/// All diagnostics as "line:column message", one per line.
inline std::string messages(const Loaded& loaded, model::Severity severity = model::Severity::error) {
  std::string out;
  for (const model::Diagnostic& d : loaded.diagnostics.all()) {
    if (d.severity != severity) continue;
    const model::Position at = loaded.sources.begin(d.span);
    out += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + d.message + "\n";
  }
  return out;
}

}  // namespace aunit::parser::test
