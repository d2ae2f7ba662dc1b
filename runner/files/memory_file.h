// Notes that a run leaves for the next one, in a file of their own.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace aunit::runner {

/// `.aunit/NAME` in `root` (the folder of aunit.toml, else the working directory); where that cannot be written, a file below
/// $XDG_CACHE_HOME/aunit (or ~/.cache/aunit) named after the root. One entry a line; entries may hold line breaks. Trouble with
/// the disk is not worth a message: the next run then knows what there is.
class MemoryFile {
 public:
  MemoryFile(std::string root, std::string name) : root_(std::move(root)), name_(std::move(name)) {}

  /// Empty when nothing is remembered.
  std::vector<std::string> load() const;
  void store(const std::vector<std::string>& entries) const;

 private:
  std::string localPath() const;
  std::string cachePath() const;

  std::string root_, name_;
};

}  // namespace aunit::runner
