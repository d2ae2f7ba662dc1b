#include "runner/discovery.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "model/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

void searchFolder(const fs::path& folder, std::vector<std::string>& found, std::vector<std::string>& errors) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& path = entry->path();
    std::error_code unknown;
    if (entry->is_directory(unknown)) {
      if (isSearched(*entry)) searchFolder(path, found, errors);
    } else if (entry->is_regular_file(unknown) && mayHoldTests(path)) {
      found.push_back(path.lexically_normal().string());
    }
  }
  if (error) errors.push_back(fmt::format("cannot read the folder {}: {}", folder.lexically_normal().string(), error.message()));
}

}  // namespace

bool mayHoldTests(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".aunit" || extension == ".als" || extension == ".np" || extension == ".prog") return true;
  if (extension != ".md") return false;
  std::string error;
  const auto text = model::readFile(file.string(), error);
  return text && text->find("```alloy") != std::string::npos;
}

bool isSearched(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code unknown;
  return entry.is_directory(unknown) && !entry.is_symlink(unknown) && !name.starts_with('.') && name != "node_modules";
}

Discovery discover(const std::vector<std::string>& paths) {
  Discovery result;
  std::set<std::string> seen;
  const auto add = [&](const std::string& path, bool fromFolder) {
    std::error_code ignored;
    if (!seen.insert(fs::weakly_canonical(path, ignored).string()).second) return;
    result.files.push_back(path);
    result.fromFolder.push_back(fromFolder);
  };
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      result.errors.push_back(fmt::format("no such file or folder: {}", path));
    } else if (fs::is_directory(status)) {
      std::vector<std::string> found;
      searchFolder(path, found, result.errors);
      std::ranges::sort(found);
      for (const std::string& file : found) add(file, true);
    } else {
      add(path, false);
    }
  }
  return result;
}

}  // namespace aunit::runner
