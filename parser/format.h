// Formatting of texts in all languages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parser/layout.h"

namespace aunit::parser {

/// The text laid out (parser/layout.h), in the language of the file's name; in a Markdown document the blocks of Alloy, each by
/// itself. The tokens stay the same but for the spelling of operators, and formatting a second time changes nothing. Nothing when
/// some part of the text is no token. The text must be UTF-8 with line breaks LF.
std::optional<std::string> formatted(std::string_view path, std::string_view text, OperatorStyle style = OperatorStyle::keep);

}  // namespace aunit::parser
