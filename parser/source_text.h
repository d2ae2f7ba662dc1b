// Converts the bytes of a file to the text that is parsed, in all languages (language reference 1.1).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"

namespace aunit::parser {

inline constexpr std::size_t largestFile = 16 << 20;  // in bytes; limited because parsing needs many times the size of the text

/// Returns the bytes of a file as a text to parse: without byte order mark, with line breaks LF, and with blanks for control
/// characters.
std::string uniformText(std::string bytes);
/// Returns for each byte of `uniformText(bytes)`, and for the end of this text, the offset in the file.
std::vector<std::size_t> placesInFile(std::string_view bytes);

/// The style of an edited file: its byte order mark, and the line break at the end of its first line.
struct FileStyle {
  explicit FileStyle(std::string_view bytes);

  std::string_view mark;       // the byte order mark; empty if there is none
  std::string_view lineBreak;  // LF or CR LF

  /// Converts a text with line breaks LF to the file's style.
  std::string inFile(std::string_view text) const;
};

/// Makes line breaks uniform, replaces control characters by blanks, and checks that the text is UTF-8; an error has the position
/// of the wrong byte. If the file is literate Alloy, replaces everything outside of the model by blanks, so that positions stay
/// the same. Adds the text to `sources`. Returns noFile after errors.
model::FileId addSource(model::SourceMap& sources, std::string path, std::string text, model::Diagnostics& diagnostics);

}  // namespace aunit::parser
