// A file in which a run stores data for the next run.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace aunit::runner {

/// The file is `.aunit/NAME` in `root` (the folder of aunit.toml, else the working folder). If this file cannot be
/// written, a file below $XDG_CACHE_HOME/aunit (or ~/.cache/aunit) that is named after the root takes its place. Each entry is
/// one line, in which line breaks of the entry are escaped. Errors are ignored: the next run then has old data, or none.
class MemoryFile {
 public:
  MemoryFile(std::string root, std::string name) : root_(std::move(root)), name_(std::move(name)) {}

  /// Empty if nothing is stored.
  std::vector<std::string> load() const;
  void store(const std::vector<std::string>& entries) const;

 private:
  std::string localPath() const;
  std::string cachePath() const;

  std::string root_, name_;
};

}  // namespace aunit::runner
