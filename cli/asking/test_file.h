// A file of tests that is added to, and corrected test by test, while a person may edit it at the same time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aunit::cli {

/// Every change is written at once (support::FileEdit): the file is whole at any time, and changes by other programs
/// stay. It keeps a byte order mark and its line breaks.
class TestFile {
 public:
  /// A file that is there already, or one that begins with `head` as soon as something is added. Nothing, with `error`, when it
  /// cannot be read, or could not be written.
  static std::optional<TestFile> open(const std::string& path, const std::string& head, std::string& error);

  const std::string& path() const { return path_; }
  /// As it was last seen.
  const std::string& text() const { return text_; }

  /// Adds paragraphs at the end of what is there by now.
  bool add(const std::string& paragraphs, std::string& error);

  /// Puts something else in place of bytes begin .. end-1, counted in the text (parser::uniformText) as `open` found it; nothing
  /// of that may have been replaced before. False with `error` also if another program has changed the file since.
  bool replace(std::uint32_t begin, std::uint32_t end, const std::string& by, std::string& error);
  /// Takes out a paragraph, counted the same way, with the lines that it leaves empty.
  bool remove(std::uint32_t begin, std::uint32_t end, std::string& error);

 private:
  bool write(std::string text, std::string& error);
  bool isCounted(std::string& error) const;
  bool put(std::size_t begin, std::size_t end, std::size_t changed, const std::string& by, std::string& error);
  std::size_t now(std::uint32_t position) const;

  std::string path_;
  std::string text_;
  bool exists_ = false;
  std::vector<std::size_t> places_;  // by the bytes of the text that `open` found: where in the file; empty: it has changed since
  std::vector<std::pair<std::size_t, std::ptrdiff_t>> shifts_;  // from a place in that file on: by so many bytes
};

}  // namespace aunit::cli
