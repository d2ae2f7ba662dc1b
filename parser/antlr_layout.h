// Splits a text into tokens for the formatter (layout.h), by the ANTLR lexer of a language.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <antlr4-runtime.h>

#include "parser/layout.h"

namespace aunit::parser {

/// Returns all tokens of a text, and the comments between them, which the lexer skips. Returns nothing if the text has an error:
/// a token for whose type `roleOf` returns nothing.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text, antlr4::Lexer& lexer,
                                                     const std::function<std::optional<Role>(std::size_t type)>& roleOf);

}  // namespace aunit::parser
