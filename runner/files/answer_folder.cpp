#include "runner/files/answer_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "support/digest.h"
#include "support/failure.h"
#include "support/files.h"
#include "support/pieces.h"
#include "support/system/this_program.h"

namespace aunit::runner {

namespace {

constexpr std::size_t mostKeysOfOneName = 48;
constexpr std::size_t digitsOfKey = 32;

bool isKey(std::string_view text) {
  return text.size() == digitsOfKey && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string AnswerFolder::usualPath() {
  if (std::string path = support::environmentVariable("AUNIT_CACHE"); !path.empty()) return path;
  if (const std::string caches = support::cacheFolder(); !caches.empty()) return caches + "/aunit";
  return "";
}

std::optional<AnswerFolder> AnswerFolder::open(const std::string& path, std::string& error) {
  for (const char* part : {"answers", "names"}) {
    auto made = support::NewFolders::create((std::filesystem::path(path) / part).generic_string(), error);
    if (!made) return support::failure(error, path + ": " + error);
    made->keep();
  }
  return AnswerFolder(path);
}

std::string AnswerFolder::pathOf(const std::string& key) const {
  return (std::filesystem::path(path_) / "answers" / key.substr(0, 2) / key.substr(2)).generic_string();
}

std::string AnswerFolder::pathOfName(std::string_view name) const {
  return (std::filesystem::path(path_) / "names" / support::longHexDigest(name)).generic_string();
}

std::optional<std::string> AnswerFolder::readChecked(const std::string& path) const {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  std::string error;
  auto text = support::readFile(path, error);
  const std::size_t line = text ? text->find('\n') : std::string::npos;
  if (line == std::string::npos || text->substr(0, line) != support::longHexDigest(std::string_view(*text).substr(line + 1))) {
    const std::lock_guard lock(access_);
    damaged_.insert(path);
    return std::nullopt;
  }
  text->erase(0, line + 1);
  return text;
}

std::size_t AnswerFolder::damaged() const {
  const std::lock_guard lock(access_);
  return damaged_.size();
}

bool AnswerFolder::writeChecked(const std::string& path, std::string_view text) const {
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
  if (failed) return false;
  std::string error;
  return support::writeOwnFile(path, support::longHexDigest(text) + "\n" + std::string(text), error);
}

std::optional<std::string> AnswerFolder::read(const std::string& key) const {
  return readChecked(pathOf(key));
}

std::vector<std::string> AnswerFolder::keysOf(std::string_view name) const {
  std::vector<std::string> keys;
  const auto text = readChecked(pathOfName(name));
  if (!text) return keys;
  for (const std::string_view line : support::lines(*text))
    if (std::string key(line); isKey(key)) keys.push_back(std::move(key));
  return keys;
}

void AnswerFolder::keep(const std::string& key, std::string_view text) {
  if (!writeChecked(pathOf(key), text)) ++failed_;
}

void AnswerFolder::note(std::string_view name, const std::string& key) {
  std::vector<std::string> keys = keysOf(name);
  if (!keys.empty() && keys.front() == key) return;
  std::erase(keys, key);
  keys.insert(keys.begin(), key);
  if (keys.size() > mostKeysOfOneName) keys.resize(mostKeysOfOneName);
  std::string text;
  for (const std::string& one : keys) text += one + "\n";
  if (!writeChecked(pathOfName(name), text)) ++failed_;
}

}  // namespace aunit::runner
