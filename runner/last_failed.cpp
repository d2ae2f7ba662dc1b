#include "runner/last_failed.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "model/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

// Ids may hold line breaks.
std::string asLine(const std::string& id) {
  std::string line;
  for (const char c : id) line += c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string(1, c);
  return line;
}

std::string fromLine(std::string_view line) {
  std::string id;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escape = line[i] == '\\' && i + 1 < line.size();
    if (escape) ++i;
    id += escape && line[i] == 'n' ? '\n' : line[i];
  }
  return id;
}

bool write(const std::string& path, const std::set<std::string>& ids) {
  std::error_code ignored;
  fs::create_directories(fs::path(path).parent_path(), ignored);
  std::string text;
  for (const std::string& id : ids) text += asLine(id) + '\n';
  std::string error;
  return model::writeFile(path, text, error);
}

}  // namespace

LastFailed::LastFailed(std::string root) : root_(std::move(root)) {}

std::string LastFailed::localPath() const {
  return (fs::path(root_) / ".aunit" / "last-failed").string();
}

std::string LastFailed::cachePath() const {
  fs::path base;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    base = cache;
  else if (const char* home = std::getenv("HOME"); home && *home)
    base = fs::path(home) / ".cache";
  else
    return {};
  std::error_code ignored;
  std::string name = fs::weakly_canonical(root_, ignored).string();
  for (char& c : name)
    if (c == '/') c = '%';
  return (base / "aunit" / (name + ".last-failed")).string();
}

std::set<std::string> LastFailed::load() const {
  std::set<std::string> ids;
  for (const std::string& path : {localPath(), cachePath()}) {
    std::string error;
    const auto text = path.empty() ? std::nullopt : model::readFile(path, error);
    if (!text) continue;
    for (std::size_t start = 0; start < text->size();) {
      const std::size_t end = std::min(text->find('\n', start), text->size());
      if (end > start) ids.insert(fromLine(std::string_view(*text).substr(start, end - start)));
      start = end + 1;
    }
    break;
  }
  return ids;
}

void LastFailed::update(const RunResult& run, const std::vector<std::string>& files) const {
  const std::set<std::string> before = load();
  std::set<std::string> ids = before;
  const bool complete = !run.interrupted && run.deselected == 0 && run.notRun == 0;
  if (complete)
    std::erase_if(ids, [&](const std::string& id) {
      std::error_code ignored;
      return std::ranges::any_of(files, [&](const std::string& file) { return id.starts_with(file + "::"); }) ||
             !fs::exists(id.substr(0, id.find("::")), ignored);
    });
  for (const suite::TestResult& test : run.tests) {
    if (test.outcome == suite::Outcome::failed || test.outcome == suite::Outcome::error) ids.insert(test.id());
    if (test.outcome == suite::Outcome::passed) ids.erase(test.id());
  }
  if (ids == before) return;
  if (!write(localPath(), ids) && !cachePath().empty()) write(cachePath(), ids);
}

}  // namespace aunit::runner
