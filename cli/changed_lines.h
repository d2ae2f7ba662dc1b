// What has changed since a commit, as git says.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace aunit::cli {

class ChangedLines {
 public:
  /// `commit`: whatever git takes for one. Nothing, with `error` set, when it is none or git cannot be asked.
  static std::optional<ChangedLines> since(const std::string& commit, std::string& error);

  /// Whether one of these lines, counted from 1, is not as it was then; in a file that git did not know then, each is.
  bool any(const std::string& path, std::uint32_t first, std::uint32_t last);

 private:
  struct Range {
    std::uint32_t first = 0, last = 0;
  };
  std::string commit_;
  std::unordered_map<std::string, std::vector<Range>> files_;
};

}  // namespace aunit::cli
