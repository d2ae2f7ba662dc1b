// The lines that have changed since a commit, according to git.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace aunit::cli {

class ChangedLines {
 public:
  /// `commit` is any name that git accepts. Nothing, with `error` set, when there is no such commit or git cannot be started.
  static std::optional<ChangedLines> since(const std::string& commit, std::string& error);

  /// Whether one of these lines, counted from 1, has changed since. All lines of a file that was not in the commit have.
  bool any(const std::string& path, std::uint32_t first, std::uint32_t last);

 private:
  struct Range {
    std::uint32_t first = 0, last = 0;
  };
  std::string commit_;
  std::unordered_map<std::string, std::vector<Range>> files_;
};

}  // namespace aunit::cli
