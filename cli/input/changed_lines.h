// The lines that have changed since a commit, according to git.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace aunit::cli {

class ChangedLines {
 public:
  /// `commit` is any name that git accepts. Returns nothing and sets `error` if there is no such commit or git cannot be started.
  static std::optional<ChangedLines> since(const std::string& commit, std::string& error);

  /// Whether one of the lines first .. last, counted from 1, has changed. All lines of a file that the commit lacks count as
  /// changed.
  bool any(const std::string& path, std::uint32_t first, std::uint32_t last);

 private:
  struct Range {
    std::uint32_t first = 0, last = 0;
  };
  std::string commit_;
  std::unordered_map<std::string, std::vector<Range>> files_;
};

}  // namespace aunit::cli
