// The lines that have changed since a git commit.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace aunit::cli {

class ChangedLines {
 public:
  /// `commit` is a name of a commit that git accepts. Returns nothing and sets `error` if git finds no such commit or cannot be
  /// started.
  static std::optional<ChangedLines> since(const std::string& commit, std::string& error);

  /// Whether one of the lines first .. last (from 1) has changed. All lines of a file that is not in the commit count as changed.
  bool any(const std::string& path, std::uint32_t first, std::uint32_t last);

 private:
  struct Range {
    std::uint32_t first = 0, last = 0;
  };
  std::string commit_;
  std::unordered_map<std::string, std::vector<Range>> files_;
};

}  // namespace aunit::cli
