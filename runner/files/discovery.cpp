#include "runner/files/discovery.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "support/files.h"
#include "support/visible.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

/// Whether `entry` is a folder, but not `.git` or `node_modules`. If Search::hidden is true, each such folder is searched.
bool isSearchedHidden(const fs::path& entry) {
  const std::string name = entry.filename().generic_string();
  std::error_code unknown;
  return name != ".git" && name != "node_modules" && fs::is_directory(fs::symlink_status(entry, unknown));
}

/// Searches folders level by level, so that a limit cuts off the deepest levels.
class FolderSearch {
 public:
  FolderSearch(const Search& search, Discovery& result) : search_(search), left_(search.entries), result_(result) {}

  /// The matching files in a folder, sorted by path.
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
    std::string error;
    auto reader = support::FolderReader::open(folder.generic_string(), error);
    if (!reader) {
      result_.errors.push_back(fmt::format("cannot read the folder {}: {}", folder.lexically_normal().generic_string(), error));
      return;
    }
    while (const auto name = reader->next()) {
      if (left_ == 0) {
        result_.complete = false;
        return;
      }
      --left_;
      const fs::path path = folder / *name;
      if (support::isFile(path.generic_string())) {
        if (search_.takes(path)) found_.push_back(path.lexically_normal().generic_string());
      } else if (search_.hidden ? isSearchedHidden(path) : isSearched(path)) {
        waiting_.push_back(path);
      }
    }
  }

  const Search& search_;
  std::size_t left_;  // number of entries that may still be read
  Discovery& result_;
  std::deque<fs::path> waiting_;
  std::vector<std::string> found_;
};

}  // namespace

bool mayHoldTests(const fs::path& file) {
  const std::string extension = file.extension().generic_string();
  if (extension == ".aunit" || extension == ".als" || extension == ".np" || extension == ".prog") return true;
  if (extension != ".md") return false;
  std::string error;
  const auto text = support::readFile(file.generic_string(), error);
  return text && text->find("```alloy") != std::string::npos;
}

bool isSearched(const fs::path& entry) {
  return !entry.filename().generic_string().starts_with('.') && isSearchedHidden(entry);
}

Discovery discover(const std::vector<std::string>& paths, const Search& search) {
  Discovery result;
  FolderSearch folders(search, result);
  std::set<std::string> seen;
  const auto add = [&](const std::string& path, bool fromFolder) {
    if (!seen.insert(support::canonicalPath(path)).second) return;
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

std::string hintOfHidden(const std::vector<std::string>& paths) {
  const auto isModel = [](const fs::path& file) { return file.extension() == ".als" || file.extension() == ".aunit"; };
  for (const std::string& path : paths) {
    if (!support::isFolder(path)) continue;
    for (const std::string& file : discover({path}, {.entries = 20'000, .takes = isModel, .hidden = true}).files) {
      fs::path folder = path;
      for (const fs::path& part : fs::path(file).lexically_relative(fs::path(path).lexically_normal()).parent_path()) {
        folder /= part;
        if (part.generic_string().starts_with('.'))
          return fmt::format(
              "; the folder `{}` was skipped because it is hidden (its name begins with a dot): to include it, name it "
              "on the command line",
              support::oneLine(folder.lexically_normal().generic_string()));
      }
    }
  }
  return "";
}

std::vector<std::string> modelFiles(const std::vector<std::string>& paths, std::initializer_list<std::string_view> endings) {
  std::vector<std::string> result;
  std::set<std::string> seen;
  const auto isModel = [&](const fs::path& file) {
    return std::ranges::find(endings, file.extension().generic_string()) != endings.end() && mayHoldTests(file);
  };
  for (const std::string& path : paths) {
    std::error_code error;
    std::vector<std::string> files = {path};
    if (fs::is_directory(path, error))
      if (Discovery found = discover({path}, {.takes = isModel}); found.errors.empty()) files = std::move(found.files);
    for (const std::string& file : files)
      if (seen.insert(support::canonicalPath(file)).second) result.push_back(file);
  }
  return result;
}

}  // namespace aunit::runner
