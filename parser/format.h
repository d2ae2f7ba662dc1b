// Formats texts in all languages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parser/layout.h"

namespace aunit::parser {

/// The text laid out (parser/layout.h), in the language given by the file's name; in a Markdown document, each Alloy block
/// separately. Tokens stay the same, except for the spelling of operators; formatting twice changes nothing more. Nothing if some
/// part of the text is no token. The text must be UTF-8 with line breaks LF.
std::optional<std::string> formatted(std::string_view path, std::string_view text, OperatorStyle style = OperatorStyle::keep);

}  // namespace aunit::parser
