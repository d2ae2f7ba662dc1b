// Source texts and positions in them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::model {

/// Index of a file in a SourceMap. `noFile` is for text that no user wrote.
using FileId = std::uint32_t;
inline constexpr FileId noFile = 0xffffffff;

/// A range of bytes begin .. end-1 of one file's text.
struct Span {
  FileId file = noFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool known() const { return file != noFile; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// The smallest span that contains `a` and `b`. If one of them is unknown, returns the other. If they are in different files,
/// returns `a`.
Span join(Span a, Span b);

/// Whether `inner` is inside `outer`.
bool contains(Span outer, Span inner);

/// A range of bytes begin .. end-1 in a text, without a file. Syntax trees have ranges instead of spans, so that files with the
/// same text can share a tree. Unknown by default.
struct Range {
  std::uint32_t begin = 0xffffffff;
  std::uint32_t end = 0xffffffff;

  bool known() const { return begin != 0xffffffff; }
  Span in(FileId file) const { return known() ? Span{file, begin, end} : Span{}; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The smallest range that contains `a` and `b`. If one of them is unknown, returns the other.
Range join(Range a, Range b);

/// A line and a column, from 1. Columns count Unicode code points; a tab counts as one (language reference 1.1).
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

/// The text of a file, in UTF-8 with LF line breaks.
class SourceFile {
 public:
  SourceFile(std::string path, std::string text);
  /// For a literate document. `text` is the document with blanks in place of everything that is not part of the model, so that
  /// offsets are the same in both.
  SourceFile(std::string path, std::string document, std::string text);

  const std::string& path() const { return path_; }
  /// The text that is parsed.
  const std::string& text() const { return text_; }
  /// The text as the user wrote it. Differs from text() for a literate document.
  const std::string& document() const { return document_.empty() ? text_ : document_; }
  std::uint32_t lineCount() const { return static_cast<std::uint32_t>(lineStarts_.size()); }

  /// The position of a byte offset. An offset beyond the end counts as the end.
  Position position(std::uint32_t offset) const;
  /// A line of document(), from 1, without its line break. Empty if there is no such line.
  std::string_view line(std::uint32_t number) const;
  /// The byte offset at which a line (from 1) begins.
  std::uint32_t lineStart(std::uint32_t number) const;

 private:
  std::uint32_t codePointsBefore(std::uint32_t offset) const;

  std::string path_;
  std::string text_;
  std::string document_;  // empty if the file is not a literate document
  std::vector<std::uint32_t> lineStarts_;
  /// By block of the document (of a fixed size): number of code points before it. Makes position() fast for very long lines.
  std::vector<std::uint32_t> codePoints_;
};

/// All texts of a run. Files are never removed, so references and ids stay valid. Copies of a SourceMap share the texts.
class SourceMap {
 public:
  FileId add(std::string path, std::string text);
  FileId addDocument(std::string path, std::string document, std::string text);
  const SourceFile& file(FileId id) const { return *files_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(files_.size()); }

  std::string_view text(Span span) const;
  Position begin(Span span) const;
  /// The position of the last character in the span. (The Analyzer prints this as the end.)
  Position last(Span span) const;
  /// A text such as "path:line:column", or "<unknown>".
  std::string describe(Span span) const;

 private:
  std::vector<std::shared_ptr<const SourceFile>> files_;
};

}  // namespace aunit::model
