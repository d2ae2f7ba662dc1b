// The tokens of a parallel program, for its layout.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parser/layout.h"

namespace aunit::parser::program {

/// Returns the tokens of a text; nothing if some part of the text is not a token.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text);

}  // namespace aunit::parser::program
