// The tokens of a language whose lexer is ANTLR's, as their layout sees them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <antlr4-runtime.h>

#include "parser/layout.h"

namespace aunit::parser {

/// All that a lexer reads of a text, and the comments between, which it passes over. `roleOf` says nothing of a type that is no
/// token: nothing then.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text, antlr4::Lexer& lexer,
                                                     const std::function<std::optional<Role>(std::size_t type)>& roleOf);

}  // namespace aunit::parser
