// The tokens of a Nitpick text, for its layout.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parser/layout.h"

namespace aunit::parser::nitpick {

/// Returns the tokens of a text; nothing if some part of the text is not a token.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text);

}  // namespace aunit::parser::nitpick
