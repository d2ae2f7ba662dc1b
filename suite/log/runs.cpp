#include "suite/log/runs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fnmatch.h>

#include "support/files.h"

namespace aunit::suite::log {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> namesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::string unheard;
  if (auto reader = support::FolderReader::open(folder, unheard))
    while (auto name = reader->next()) names.push_back(std::move(*name));
  return names;
}

}  // namespace

Run runAt(const std::string& path) {
  std::error_code ignored;
  Run run{path, {}};
  if (!fs::is_directory(path, ignored)) {
    run.files.push_back(path);
    return run;
  }
  for (const std::string& name : namesIn(path))
    if (const fs::path file = fs::path(path) / name; !name.starts_with(".") && fs::is_regular_file(file, ignored))
      run.files.push_back(file.string());
  std::ranges::sort(run.files);
  return run;
}

std::vector<Run> runsLike(const std::string& folder, const std::string& pattern) {
  std::vector<fs::path> open{pattern.starts_with("/") ? fs::path("/") : fs::path(folder)};
  std::error_code ignored;
  for (const fs::path& part : fs::path(pattern)) {
    if (part.empty() || part == "/") continue;
    std::vector<fs::path> next;
    const std::string text = part.string();
    for (const fs::path& place : open) {
      if (text.find_first_of("*?[") == std::string::npos) {
        if (fs::exists(place / part, ignored)) next.push_back(place / part);
        continue;
      }
      for (const std::string& name : namesIn(place.string()))
        if (::fnmatch(text.c_str(), name.c_str(), FNM_PERIOD) == 0) next.push_back(place / name);
    }
    open = std::move(next);
  }
  std::vector<Run> runs;
  std::ranges::sort(open);
  for (const fs::path& path : open) runs.push_back(runAt(path.string()));
  return runs;
}

}  // namespace aunit::suite::log
