#include "suite/log/runs.h"

#include <algorithm>
#include <filesystem>

#include <fnmatch.h>

namespace aunit::suite::log {

namespace fs = std::filesystem;

Run runAt(const std::string& path) {
  std::error_code ignored;
  Run run{path, {}};
  if (!fs::is_directory(path, ignored)) {
    run.files.push_back(path);
    return run;
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(path, ignored))
    if (entry.is_regular_file(ignored) && !entry.path().filename().string().starts_with("."))
      run.files.push_back(entry.path().string());
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
      for (const fs::directory_entry& entry : fs::directory_iterator(place.empty() ? fs::path(".") : place, ignored))
        if (const std::string name = entry.path().filename().string(); ::fnmatch(text.c_str(), name.c_str(), FNM_PERIOD) == 0)
          next.push_back(place / name);
    }
    open = std::move(next);
  }
  std::vector<Run> runs;
  std::ranges::sort(open);
  for (const fs::path& path : open) runs.push_back(runAt(path.string()));
  return runs;
}

}  // namespace aunit::suite::log
