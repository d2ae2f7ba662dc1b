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

/// Converts each operator that has two spellings to the given style. `!` stays before other signs, as in `!=`. Returns the text.
std::string respelled(std::string_view text, OperatorStyle style);

}  // namespace aunit::parser::alloy
