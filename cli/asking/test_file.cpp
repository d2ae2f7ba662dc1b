#include "cli/asking/test_file.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "parser/source_text.h"
#include "support/failure.h"
#include "support/files.h"

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
    const auto text = support::readFile(path, why);
    if (!text) return support::failure(error, fmt::format("cannot read {}: {}", path, why));
    file.text_ = *text;
    support::mayEdit(path, why);
  }
  file.places_ = parser::placesInFile(file.text_);
  if (why.empty()) support::OutputFile::create(path, why);
  if (why.empty()) return file;
  return support::failure(error, fmt::format("cannot write `{}`: {}", path, why));
}

bool TestFile::write(std::string text, std::string& error) {
  std::string why;
  if (!support::editFile(path_, exists_ ? std::optional(text_) : std::nullopt, text, why))
    return support::failure(error, fmt::format("cannot write `{}`: {}", path_, why));
  text_ = std::move(text);
  exists_ = true;
  return true;
}

bool TestFile::add(const std::string& paragraphs, std::string& error) {
  std::string why;
  std::error_code unknown;
  exists_ = exists_ || fs::exists(path_, unknown);
  if (exists_) {
    const auto there = support::readFile(path_, why);
    if (!there) return support::failure(error, fmt::format("cannot read {}: {}", path_, why));
    if (*there != text_) places_.clear();
    text_ = *there;
  }
  const parser::FileStyle style(text_);
  std::string text = text_;
  if (!text.empty() && !text.ends_with('\n')) text += style.lineBreak;
  return write(text + style.inFile(paragraphs), error);
}

bool TestFile::replace(std::uint32_t begin, std::uint32_t end, const std::string& by, std::string& error) {
  return isCounted(error) && put(now(begin), now(end), places_[end], by, error);
}

bool TestFile::remove(std::uint32_t begin, std::uint32_t end, std::string& error) {
  if (!isCounted(error)) return false;
  std::size_t from = now(begin), to = now(end), changed = places_[end];
  const std::size_t before = from == 0 ? std::string::npos : text_.find_last_not_of(" \t", from - 1);
  const std::size_t behind = text_.find_first_not_of(" \t\r", to);
  const bool first = before == std::string::npos || text_[before] == '\n';
  const bool last = behind == std::string::npos || text_[behind] == '\n';
  if (first && last) {
    from = before == std::string::npos ? 0 : before + 1;
    const std::size_t rest = behind == std::string::npos ? text_.size() : behind + 1;
    changed += rest - to;
    to = rest;
    // If empty lines surround the removed text, keeps only one of them.
    const std::string_view above = std::string_view(text_).substr(0, from), below = std::string_view(text_).substr(to);
    const std::string_view empty = above.ends_with("\n\r\n") ? "\r\n" : above.ends_with("\n\n") ? "\n" : "";
    if (below.empty() || below.starts_with('\n') || below.starts_with("\r\n")) from -= empty.size();
  }
  return put(from, to, changed, "", error);
}

/// Whether positions in the text that `open` read can still be mapped to the file. This is impossible if another program has
/// changed the file.
bool TestFile::isCounted(std::string& error) const {
  if (places_.empty()) error = fmt::format("{} has changed since aunit last read it, so aunit does not overwrite it", path_);
  return !places_.empty();
}

/// Replaces bytes begin .. end-1 of the current file. `changed`: the position of `end` in the file that `open` read.
bool TestFile::put(std::size_t begin, std::size_t end, std::size_t changed, const std::string& by, std::string& error) {
  const std::string inFile = parser::FileStyle(text_).inFile(by);
  if (!write(text_.substr(0, begin) + inFile + text_.substr(end), error)) return false;
  shifts_.emplace_back(changed, static_cast<std::ptrdiff_t>(inFile.size()) - static_cast<std::ptrdiff_t>(end - begin));
  return true;
}

std::size_t TestFile::now(std::uint32_t position) const {
  const std::size_t place = places_[position];
  std::ptrdiff_t shift = 0;
  for (const auto& [from, by] : shifts_)
    if (place >= from) shift += by;
  return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(place) + shift);
}

}  // namespace aunit::cli
