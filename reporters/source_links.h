// Links to lines of the files of a commit, as GitHub and what is like it have them.
#pragma once

#include <cstdint>
#include <string>

namespace aunit::reporters {

class SourceLinks {
 public:
  /// No links: places are text.
  SourceLinks() = default;
  /// `address`: of the files of a commit, "https://github.com/owner/name/blob/SHA". It is left aside unless it begins with http
  /// and has nothing that would end a link. `root`: the folder that has these files; what lies outside is text.
  SourceLinks(std::string address, const std::string& root);

  /// Markdown, also for a table's cell: "[models/list.als:3](https://.../models/list.als#L3)". `text` is what is read; empty:
  /// path and line. Line 0: the whole file.
  std::string to(const std::string& path, std::uint32_t line, const std::string& text = "") const;

 private:
  std::string address_;
  std::string root_;
};

}  // namespace aunit::reporters
