// Source texts and positions in them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::model {

/// Index of a file in a SourceMap. `noFile` marks text that no user wrote.
using FileId = std::uint32_t;
inline constexpr FileId noFile = 0xffffffff;

/// A half-open range of bytes [begin, end) of one file's text.
struct Span {
  FileId file = noFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool known() const { return file != noFile; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// The smallest span that contains both; either may be unknown. If the files differ, `a`.
Span join(Span a, Span b);

/// Whether `inner` lies within `outer`.
bool contains(Span outer, Span inner);

/// A half-open range of bytes in a text, without its file: syntax trees hold ranges, so that files with the same text share a
/// tree. Unknown by default.
struct Range {
  std::uint32_t begin = 0xffffffff;
  std::uint32_t end = 0xffffffff;

  bool known() const { return begin != 0xffffffff; }
  Span in(FileId file) const { return known() ? Span{file, begin, end} : Span{}; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The smallest range that contains both; either may be unknown.
Range join(Range a, Range b);

/// A 1-based line and column. Columns count Unicode code points, a tab as one (language reference 1.1).
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

/// The text of one file, in UTF-8 with LF as line break.
class SourceFile {
 public:
  SourceFile(std::string path, std::string text);
  /// A literate document. `text` has blanks in place of everything outside the model, so that offsets are the same in both.
  SourceFile(std::string path, std::string document, std::string text);

  const std::string& path() const { return path_; }
  /// The text that is parsed.
  const std::string& text() const { return text_; }
  /// The text as the user wrote it: the whole document, or text().
  const std::string& document() const { return document_.empty() ? text_ : document_; }
  std::uint32_t lineCount() const { return static_cast<std::uint32_t>(lineStarts_.size()); }

  /// The position of a byte offset; offsets beyond the end count as the end.
  Position position(std::uint32_t offset) const;
  /// A line of the document (1-based), without its line break; empty if there is no such line.
  std::string_view line(std::uint32_t number) const;
  /// The byte offset where a 1-based line starts.
  std::uint32_t lineStart(std::uint32_t number) const;

 private:
  std::uint32_t codePointsBefore(std::uint32_t offset) const;

  std::string path_;
  std::string text_;
  std::string document_;  // empty if the file is not a literate document
  std::vector<std::uint32_t> lineStarts_;
  std::vector<std::uint32_t> codePoints_;  // before each block of the document: a line may be as long as the file
};

/// All texts of one run. Files are only added, so references and ids stay valid. Copies share the texts.
class SourceMap {
 public:
  FileId add(std::string path, std::string text);
  FileId addDocument(std::string path, std::string document, std::string text);
  const SourceFile& file(FileId id) const { return *files_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(files_.size()); }

  std::string_view text(Span span) const;
  Position begin(Span span) const;
  /// The position of the last character inside the span (an inclusive end, as the Analyzer prints it).
  Position last(Span span) const;
  /// "path:line:column", or "<unknown>".
  std::string describe(Span span) const;

 private:
  std::vector<std::shared_ptr<const SourceFile>> files_;
};

}  // namespace aunit::model
