// The tokens of an Alloy text, for its layout.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/layout.h"

namespace aunit::parser::alloy {

/// The tokens of a text; nothing if some part of it is no token.
std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text);

/// Spells each operator that has two spellings in the given style. `!` stays before signs, as in `!=`.
std::string respelled(std::string_view text, OperatorStyle style);

}  // namespace aunit::parser::alloy
