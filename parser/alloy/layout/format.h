// The tokens of an Alloy text, for its layout.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/layout.h"

namespace aunit::parser::alloy {

/// Returns the tokens of a text; nothing if some part of the text is not a token.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text);

/// Returns the text with each operator in the given style, if it has two spellings. `!` stays before other signs, as in `!=`.
std::string respelled(std::string_view text, OperatorStyle style);

}  // namespace aunit::parser::alloy
