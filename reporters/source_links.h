// Links to lines of the files of a commit, in the form of GitHub and similar hosts.
#pragma once

#include <cstdint>
#include <string>

namespace aunit::reporters {

class SourceLinks {
 public:
  /// Makes no links: places are plain text.
  SourceLinks() = default;
  /// `address`: base URL of the files of a commit, "https://github.com/owner/name/blob/SHA". It is used only if it begins with
  /// http and no character in it ends a link in Markdown. `root`: the folder on disk with these files; files elsewhere
  /// get no link.
  SourceLinks(std::string address, const std::string& root);

  /// A link in Markdown that may stand in a table's cell: "[models/list.als:3](https://.../models/list.als#L3)". `text` is the
  /// text of the link; if it is empty, the link shows path and line. Line 0 stands for the whole file.
  std::string to(const std::string& path, std::uint32_t line, const std::string& text = "") const;

 private:
  std::string address_;
  std::string root_;
};

}  // namespace aunit::reporters
