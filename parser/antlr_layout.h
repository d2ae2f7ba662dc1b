// The tokens of a language with an ANTLR lexer, for the layout.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <antlr4-runtime.h>

#include "parser/layout.h"

namespace aunit::parser {

/// All tokens of a text, with the comments that the lexer skips between them. Nothing if `roleOf` has no role for a token's type,
/// i.e. if part of the text is no token.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text, antlr4::Lexer& lexer,
                                                     const std::function<std::optional<Role>(std::size_t type)>& roleOf);

}  // namespace aunit::parser
