// The tokens of a piece of Alloy text, for code that edits a text.
#pragma once

#include <string_view>
#include <vector>

#include "model/source.h"

namespace aunit::parser::alloy {

/// Where each token stands in the text, in their order; comments are none.
std::vector<model::Range> tokensOf(std::string_view text);

/// The characters of names, those of Alloy 5 included.
bool isNamePart(char c);

/// Whether the text is one piece in parentheses or braces that belong together.
bool isEnclosed(std::string_view text);

}  // namespace aunit::parser::alloy
