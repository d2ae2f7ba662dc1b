// From the bytes of a file to the text that is parsed, in all languages (language reference 1.1).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"

namespace aunit::parser {

inline constexpr std::size_t largestFile = 16 << 20;  // bytes; parsing takes many times the size of the text

/// The bytes of a file as text to parse: without byte order mark, line breaks LF, control characters replaced by blanks.
std::string uniformText(std::string bytes);
/// The offset in the file of each byte of that text, and of the end.
std::vector<std::size_t> placesInFile(std::string_view bytes);

/// The style of a file that is edited: its byte order mark, and its line break, taken from the first line.
struct FileStyle {
  explicit FileStyle(std::string_view bytes);

  std::string_view mark;       // a byte order mark, or nothing
  std::string_view lineBreak;  // LF or CR LF

  /// Converts a text with LF to the file's style.
  std::string inFile(std::string_view text) const;
};

/// Makes line breaks uniform, replaces control characters by blanks, and checks UTF-8 (an error has the position of the byte). In
/// a literate Alloy file (`path` decides), blanks replace everything but Alloy, so that positions stay true. Adds the text to
/// `sources`; returns noFile on errors.
model::FileId addSource(model::SourceMap& sources, std::string path, std::string text, model::Diagnostics& diagnostics);

}  // namespace aunit::parser
