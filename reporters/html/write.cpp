#include "reporters/html/write.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "model/files.h"
#include "reporters/assets.h"
#include "reporters/html/pages.h"

namespace aunit::reporters::html {

namespace {

namespace fs = std::filesystem;

// A folder for the time of writing, in the report's folder so that moving out of it is a rename.
class Workplace {
 public:
  explicit Workplace(const fs::path& folder) : path_((folder / ".report-XXXXXX").string()) {
    if (!::mkdtemp(path_.data())) path_.clear();
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  bool made() const { return !path_.empty(); }
  fs::path path() const { return path_; }

 private:
  std::string path_;
};

constexpr const char* folders[] = {"assets", "source", "tests"};

// Pages of ours by their names: "12.html" of a test, "3-list.als.html" of a source.
bool isPage(const fs::path& file) {
  const std::string name = file.filename().string();
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string::npos && name.ends_with(".html") &&
         (name[digits] == '-' || name.substr(digits) == ".html");
}

void removeOthers(const fs::path& folder, const std::set<std::string>& written) {
  for (const char* kind : {"source", "tests"}) {
    std::error_code ignored;
    std::vector<fs::path> old;
    for (const auto& entry : fs::directory_iterator(folder / kind, ignored)) {
      const std::string name = std::string(kind) + "/" + entry.path().filename().string();
      if (entry.is_regular_file(ignored) && isPage(entry.path()) && !written.contains(name)) old.push_back(entry.path());
    }
    for (const fs::path& path : old) fs::remove(path, ignored);
  }
}

}  // namespace

bool prepareFolder(const std::string& folder, std::string& error) {
  std::error_code code;
  if (fs::exists(folder, code) && !fs::is_directory(folder, code)) {
    error = fmt::format("cannot write the report to {}: it is a file, not a folder", folder);
    return false;
  }
  fs::create_directories(folder, code);
  if (code) {
    error = fmt::format("cannot create the folder {}: {}", folder, code.message());
    return false;
  }
  if (!Workplace(folder).made()) {
    error = fmt::format("cannot write into the folder {}", folder);
    return false;
  }
  return true;
}

bool write(const Report& report, const std::string& folder, std::string& error) {
  if (!prepareFolder(folder, error)) return false;
  const Workplace workplace(folder);
  if (!workplace.made()) {
    error = fmt::format("cannot write into the folder {}", folder);
    return false;
  }
  std::error_code code;
  for (const char* kind : folders) {
    fs::create_directory(workplace.path() / kind, code);
    if (!code) fs::create_directory(fs::path(folder) / kind, code);
    if (code) {
      error = fmt::format("cannot create {}/{}: {}", folder, kind, code.message());
      return false;
    }
  }

  std::vector<std::string> files;
  const auto add = [&](const std::string& name, std::string_view content) {
    files.push_back(name);
    if (model::writeFile((workplace.path() / name).string(), content, error)) return true;
    error = fmt::format("cannot write {}/{}: {}", folder, name, error);
    return false;
  };
  if (!add("assets/report.css", std::string(assets::reportStyle()) + std::string(assets::graphStyle()))) return false;
  if (!add("assets/report.js", assets::reportScript()) || !add("assets/tests.js", testList(report))) return false;
  for (std::size_t i = 0; i < report.files.size(); ++i)
    if (!add(sourcePath(report, i), sourcePage(report, i))) return false;
  for (std::size_t i = 0; i < report.tests.size(); ++i)
    if (!add(testPath(i), testPage(report, i))) return false;
  if (!add("index.html", indexPage(report))) return false;

  for (const std::string& name : files) {
    fs::rename(workplace.path() / name, fs::path(folder) / name, code);
    if (code) {
      error = fmt::format("cannot write {}/{}: {}", folder, name, code.message());
      return false;
    }
  }
  removeOthers(folder, {files.begin(), files.end()});
  return true;
}

}  // namespace aunit::reporters::html
