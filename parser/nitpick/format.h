// The tokens of a Nitpick text, for its layout.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parser/layout.h"

namespace aunit::parser::nitpick {

/// The tokens of a text; nothing if some part of it is no token.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text);

}  // namespace aunit::parser::nitpick
