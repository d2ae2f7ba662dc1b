#include "model/instances/paths_like.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "support/files.h"
#include "support/system/shell_pattern.h"
#include "support/system/system_files.h"

namespace aunit::model {

namespace fs = std::filesystem;

bool isPattern(const std::string& path) {
  return path.find_first_of("*?[") != std::string::npos;
}

std::vector<std::string> pathsLike(const std::string& folder, const std::string& pattern) {
  const fs::path whole = pattern;
  std::vector<fs::path> open{whole.has_root_directory() ? whole.root_path() : fs::path(folder)};
  std::error_code ignored;
  for (const fs::path& part : whole.relative_path()) {
    if (part.empty()) continue;
    std::vector<fs::path> next;
    const std::string text = part.generic_string();
    for (const fs::path& place : open) {
      if (!isPattern(text)) {
        if (support::mayRead((place / part).generic_string()) && fs::exists(place / part, ignored)) next.push_back(place / part);
        continue;
      }
      std::string unheard;
      if (auto reader = support::FolderReader::open(place.generic_string(), unheard))
        while (auto name = reader->next())
          if (support::matchesPattern(*name, text, support::HiddenNames::byNameOnly)) next.push_back(place / *name);
    }
    open = std::move(next);
  }
  std::ranges::sort(open);
  std::vector<std::string> paths;
  for (const fs::path& path : open) paths.push_back(path.generic_string());
  return paths;
}

}  // namespace aunit::model
