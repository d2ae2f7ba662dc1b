// From the bytes of a file to the text that is parsed, in all languages (language reference 1.1).
#pragma once

#include <cstddef>
#include <string>

#include "model/diagnostic.h"
#include "model/source.h"

namespace aunit::parser {

inline constexpr std::size_t largestFile = 16 << 20;  // bytes; a parse takes many times the text's size

/// Makes line breaks uniform and control characters blank, checks UTF-8 (an error in `diagnostics` names the byte's position),
/// and, for a literate Alloy file, blanks out what is not Alloy so that positions stay true. `path` decides whether the text is
/// Markdown. The text is added to `sources`; on error noFile.
model::FileId addSource(model::SourceMap& sources, std::string path, std::string text, model::Diagnostics& diagnostics);

}  // namespace aunit::parser
