// Literate models: the Alloy lines of a Markdown document.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aunit::parser::alloy {

/// Whether a text is read as Markdown: by its file name (.md, in any case) or because it starts with a line `---`
/// (language reference 1.1).
bool isLiterate(std::string_view path, std::string_view text);

struct Literate {
  std::string text;  // same length and line breaks as the document, with blanks for everything outside the model
  std::vector<std::pair<std::size_t, std::size_t>> blocks;  // bytes [begin, end) of the lines of each block
  bool hasFrontMatter = false;
  bool hasModel = false;       // has a ```alloy block
  bool unclosedBlock = false;  // the last block runs to the end of the document
};

/// Extracts the model: the lines between "```alloy" (alone on its line, not indented) and the next line that starts with "```",
/// outside the front matter. Line breaks must be LF.
Literate modelOfDocument(std::string_view document);

}  // namespace aunit::parser::alloy
