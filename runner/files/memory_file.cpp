#include "runner/files/memory_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "support/files.h"
#include "support/pieces.h"
#include "support/system/this_program.h"

namespace aunit::runner {

namespace fs = std::filesystem;

namespace {

std::string asLine(const std::string& entry) {
  std::string line;
  for (const char c : entry) line += c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string(1, c);
  return line;
}

std::string fromLine(std::string_view line) {
  std::string entry;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escape = line[i] == '\\' && i + 1 < line.size();
    if (escape) ++i;
    entry += escape && line[i] == 'n' ? '\n' : line[i];
  }
  return entry;
}

bool write(const std::string& path, const std::vector<std::string>& entries) {
  std::string text;
  for (const std::string& entry : entries) text += asLine(entry) + '\n';
  std::string error;
  auto folders = support::NewFolders::create(fs::path(path).parent_path().generic_string(), error);
  if (!folders || !support::writeOwnFile(path, text, error)) return false;
  folders->keep();
  return true;
}

}  // namespace

std::string MemoryFile::localPath() const {
  return (fs::path(root_) / ".aunit" / name_).generic_string();
}

std::string MemoryFile::cachePath() const {
  const fs::path base = support::cacheFolder();
  if (base.empty()) return {};
  std::string folder = support::canonicalPath(root_);
  for (char& c : folder)
    if (c == '/' || c == ':') c = '%';
  return (base / "aunit" / (folder + "." + name_)).generic_string();
}

std::vector<std::string> MemoryFile::load() const {
  std::vector<std::string> entries;
  for (const std::string& path : {localPath(), cachePath()}) {
    std::string error;
    const auto text = path.empty() ? std::nullopt : support::readFile(path, error);
    if (!text) continue;
    for (const std::string_view line : support::lines(*text))
      if (!line.empty()) entries.push_back(fromLine(line));
    break;
  }
  return entries;
}

void MemoryFile::store(const std::vector<std::string>& entries) const {
  if (!write(localPath(), entries)) {
    if (!cachePath().empty()) write(cachePath(), entries);
    return;
  }
  // The folder's files must not be committed.
  const fs::path ignore = fs::path(localPath()).parent_path() / ".gitignore";
  std::error_code unknown;
  std::string error;
  if (!fs::exists(ignore, unknown)) support::writeOwnFile(ignore.generic_string(), "*\n", error);
}

}  // namespace aunit::runner
