// The tokens of a Nitpick text as its layout sees them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parser/layout.h"

namespace aunit::parser::ladybug {

/// Nothing where the text holds what is no token.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text);

}  // namespace aunit::parser::ladybug
