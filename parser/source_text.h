// From the bytes of a file to the text that is parsed, in all languages (language reference 1.1).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"

namespace aunit::parser {

inline constexpr std::size_t largestFile = 16 << 20;  // bytes; a parse takes many times the text's size

/// The bytes of a file as they are parsed: without a byte order mark, line breaks uniform (LF), control characters blank.
std::string uniformText(std::string bytes);
/// Where the bytes of that text stand in the file, and at the end where the file ends.
std::vector<std::size_t> placesInFile(std::string_view bytes);

/// How a file is written that is changed: what begins it, and how it ends lines, which is how it ends the first of them.
struct FileStyle {
  explicit FileStyle(std::string_view bytes);

  std::string_view mark;       // a byte order mark, or nothing
  std::string_view lineBreak;  // LF or CR LF

  /// A text with LF as it would stand in the file.
  std::string inFile(std::string_view text) const;
};

/// Makes line breaks uniform and control characters blank, checks UTF-8 (an error in `diagnostics` names the byte's position),
/// and, for a literate Alloy file, blanks out what is not Alloy so that positions stay true. `path` decides whether the text is
/// Markdown. The text is added to `sources`; on error noFile.
model::FileId addSource(model::SourceMap& sources, std::string path, std::string text, model::Diagnostics& diagnostics);

}  // namespace aunit::parser
