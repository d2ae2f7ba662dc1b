#include "runner/discovery.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

/// Goes through folders level by level: where not everything is looked at, that is what is deep in them.
class FolderSearch {
 public:
  FolderSearch(const Search& search, Discovery& result) : search_(search), left_(search.entries), result_(result) {}

  /// What the folder holds, sorted by path.
  std::vector<std::string> filesOf(const fs::path& top) {
    found_.clear();
    waiting_ = {top};
    while (!waiting_.empty() && result_.complete) {
      const fs::path folder = std::move(waiting_.front());
      waiting_.pop_front();
      look(folder);
    }
    std::ranges::sort(found_);
    return std::move(found_);
  }

 private:
  void look(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      if (left_ == 0) {
        result_.complete = false;
        return;
      }
      --left_;
      const fs::path& path = entry->path();
      std::error_code unknown;
      if (entry->is_directory(unknown)) {
        if (isSearched(*entry)) waiting_.push_back(path);
      } else if (entry->is_regular_file(unknown) && search_.takes(path)) {
        found_.push_back(path.lexically_normal().string());
      }
    }
    if (error)
      result_.errors.push_back(fmt::format("cannot read the folder {}: {}", folder.lexically_normal().string(), error.message()));
  }

  const Search& search_;
  std::size_t left_;  // entries
  Discovery& result_;
  std::deque<fs::path> waiting_;
  std::vector<std::string> found_;
};

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

Discovery discover(const std::vector<std::string>& paths, const Search& search) {
  Discovery result;
  FolderSearch folders(search, result);
  std::set<std::string> seen;
  const auto add = [&](const std::string& path, bool fromFolder) {
    if (!seen.insert(model::canonicalPath(path)).second) return;
    result.files.push_back(path);
    result.fromFolder.push_back(fromFolder);
  };
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      result.errors.push_back(fmt::format("no such file or folder: {}", path));
    } else if (fs::is_directory(status)) {
      for (const std::string& file : folders.filesOf(path)) add(file, true);
    } else {
      add(path, false);
    }
  }
  return result;
}

}  // namespace aunit::runner
