// Literate models: the Alloy lines of a Markdown document.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aunit::parser::alloy {

/// Whether a text is read as Markdown: its file name ends with .md (in any case), or its first line is `---` (language reference
/// 1.1).
bool isLiterate(std::string_view path, std::string_view text);

struct Literate {
  /// The text of the model, with the length and the line breaks of the document: all other text is replaced by blanks.
  std::string text;
  std::vector<std::pair<std::size_t, std::size_t>> blocks;  // bytes [begin, end) of the lines of each block
  bool hasFrontMatter = false;
  bool hasModel = false;       // the document contains a ```alloy block
  bool unclosedBlock = false;  // the last block extends to the end of the document
};

/// Extracts the model: the lines between "```alloy" (alone on its line, not indented) and the next line that starts with "```".
/// Blocks in the front matter do not count. Line breaks must be LF.
Literate modelOfDocument(std::string_view document);

}  // namespace aunit::parser::alloy
