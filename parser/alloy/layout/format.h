// The tokens of an Alloy text, for its layout.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parser/layout.h"

namespace aunit::parser::alloy {

/// The tokens of a text; nothing when some part of it is no token.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text);

}  // namespace aunit::parser::alloy
