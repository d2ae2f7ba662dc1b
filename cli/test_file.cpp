#include "cli/test_file.h"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "model/files.h"

namespace aunit::cli {

namespace fs = std::filesystem;

std::optional<TestFile> TestFile::open(const std::string& path, const std::string& head, std::string& error) {
  TestFile file;
  std::error_code unknown;
  file.path_ = path;
  file.exists_ = fs::exists(path, unknown);
  file.text_ = head;
  std::string why;
  if (file.exists_) {
    const auto text = model::readFile(path, why);
    if (!text) {
      error = fmt::format("cannot read {}: {}", path, why);
      return std::nullopt;
    }
    file.text_ = *text;
    if (::access(path.c_str(), W_OK) != 0) why = "it is not writable";
  }
  if (why.empty()) model::OutputFile::create(path, why);
  if (why.empty()) return file;
  error = fmt::format("cannot write {}: {}", path, why);
  return std::nullopt;
}

bool TestFile::write(std::string text, std::string& error) {
  std::error_code none;
  // Through a symbolic link, not in its place.
  const std::string target = exists_ ? fs::canonical(path_, none).string() : path_;
  std::string why;
  if (!model::writeFile(target.empty() ? path_ : target, text, why)) {
    error = fmt::format("cannot write {}: {}", path_, why);
    return false;
  }
  text_ = std::move(text);
  exists_ = true;
  return true;
}

bool TestFile::add(const std::string& paragraphs, std::string& error) {
  std::string why;
  std::string text = text_;
  if (exists_) {
    const auto there = model::readFile(path_, why);
    if (!there) {
      error = fmt::format("cannot read {}: {}", path_, why);
      return false;
    }
    text = *there;
  }
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return write(text + paragraphs, error);
}

bool TestFile::replace(std::uint32_t begin, std::uint32_t end, const std::string& by, std::string& error) {
  std::string why;
  const auto there = model::readFile(path_, why);
  if (!there || *there != text_) {
    error = fmt::format("{} has changed in the meantime: nothing is written over it", path_);
    return false;
  }
  const std::size_t from = now(begin), to = now(end);
  if (!write(text_.substr(0, from) + by + text_.substr(to), error)) return false;
  shifts_.emplace_back(end, static_cast<std::ptrdiff_t>(by.size()) - static_cast<std::ptrdiff_t>(to - from));
  return true;
}

bool TestFile::remove(std::uint32_t begin, std::uint32_t end, std::string& error) {
  const std::size_t from = now(begin), to = now(end);
  const std::size_t before = text_.find_last_not_of(" \t", from == 0 ? 0 : from - 1);
  const std::size_t behind = text_.find_first_not_of(" \t\r", to);
  const bool first = from == 0 || before == std::string::npos || text_[before] == '\n';
  const bool last = behind == std::string::npos || text_[behind] == '\n';
  if (first && last) {
    begin -= static_cast<std::uint32_t>(from - (from == 0 || before == std::string::npos ? 0 : before + 1));
    end += static_cast<std::uint32_t>((behind == std::string::npos ? text_.size() : behind + 1) - to);
    // Of two empty lines around it one stays.
    const std::size_t start = now(begin), rest = now(end);
    if (text_.substr(0, start).ends_with("\n\n") && (rest == text_.size() || text_[rest] == '\n')) --begin;
  }
  return replace(begin, end, "", error);
}

std::size_t TestFile::now(std::uint32_t position) const {
  std::ptrdiff_t shift = 0;
  for (const auto& [from, by] : shifts_)
    if (position >= from) shift += by;
  return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(position) + shift);
}

}  // namespace aunit::cli
