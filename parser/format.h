// Formats texts in all languages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parser/layout.h"

namespace aunit::parser {

/// Returns the formatted text (parser/layout.h). The file's name determines the language; in a Markdown document each Alloy block
/// is formatted separately. Tokens stay the same, except for the spelling of operators. Formatting is idempotent. Returns nothing
/// if some part of the text is not a token. The text must be UTF-8 with line breaks LF.
std::optional<std::string> formatted(std::string_view path, std::string_view text, OperatorStyle style = OperatorStyle::keep);

}  // namespace aunit::parser
