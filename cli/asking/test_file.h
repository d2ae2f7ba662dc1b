// A file of tests that aunit extends and edits test by test, while the user may edit the same file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aunit::cli {

/// Writes each change immediately (support::FileEdit), so that the file is always complete and changes by other programs are not
/// lost. Preserves a byte order mark and the kind of line breaks.
class TestFile {
 public:
  /// Opens an existing file, or prepares a new one, which is created with `head` at the first addition. Returns nothing and sets
  /// `error` if the file cannot be read or written.
  static std::optional<TestFile> open(const std::string& path, const std::string& head, std::string& error);

  const std::string& path() const { return path_; }
  /// The text that was read or written last.
  const std::string& text() const { return text_; }

  /// Appends paragraphs to the current content of the file.
  bool add(const std::string& paragraphs, std::string& error);

  /// Replaces bytes begin .. end-1 of the text that `open` read (parser::uniformText). The bytes must not overlap an earlier
  /// replacement. Returns false and sets `error` on failure, also if another program has changed the file since `open`.
  bool replace(std::uint32_t begin, std::uint32_t end, const std::string& by, std::string& error);
  /// Removes the paragraph in bytes begin .. end-1 of the text that `open` read, with the lines that become empty.
  bool remove(std::uint32_t begin, std::uint32_t end, std::string& error);

 private:
  bool write(std::string text, std::string& error);
  bool isCounted(std::string& error) const;
  bool put(std::size_t begin, std::size_t end, std::size_t changed, const std::string& by, std::string& error);
  std::size_t now(std::uint32_t position) const;

  std::string path_;
  std::string text_;
  bool exists_ = false;
  /// For each offset in the text that `open` read, the offset in the file; empty if another program changed the file.
  std::vector<std::size_t> places_;
  /// For each edit, its end in the file that `open` read, and the shift of later text in bytes.
  std::vector<std::pair<std::size_t, std::ptrdiff_t>> shifts_;
};

}  // namespace aunit::cli
