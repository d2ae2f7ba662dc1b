#include "cli/input/changed_lines.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "runner/files/git.h"

namespace aunit::cli {

using runner::git;

std::optional<ChangedLines> ChangedLines::since(const std::string& commit, std::string& error) {
  const auto revision = runner::Revision::find(commit, error);
  if (!revision) return std::nullopt;
  ChangedLines lines;
  lines.commit_ = revision->commit();
  return lines;
}

bool ChangedLines::any(const std::string& path, std::uint32_t first, std::uint32_t last) {
  const auto [known, added] = files_.try_emplace(path);
  std::vector<Range>& ranges = known->second;
  if (added) {
    const std::filesystem::path file(path);
    const std::string folder = file.has_parent_path() ? file.parent_path().generic_string() : ".",
                      name = file.filename().generic_string();
    if (git({"-C", folder, "cat-file", "-e", commit_ + ":./" + name}).code != 0) {
      ranges.push_back({1, std::numeric_limits<std::uint32_t>::max()});
    } else {
      const std::string diff =
          git({"-C", folder, "diff", "--no-color", "--no-ext-diff", "--unified=0", commit_, "--", name}).text;
      for (std::size_t at = diff.find("\n@@ "); at != std::string::npos; at = diff.find("\n@@ ", at + 1)) {
        unsigned begin = 0, count = 1;  // "@@ -3,2 +4,5 @@" means that the new text has five lines from line 4 on
        const std::size_t plus = diff.find('+', at);
        if (plus == std::string::npos || std::sscanf(diff.c_str() + plus, "+%u,%u", &begin, &count) < 1) continue;
        if (count != 0) ranges.push_back({begin, begin + count - 1});
      }
    }
  }
  return std::ranges::any_of(ranges, [&](const Range& range) { return range.first <= last && first <= range.last; });
}

}  // namespace aunit::cli
