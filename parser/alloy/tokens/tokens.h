// The tokens of an Alloy text, for code that edits it.
#pragma once

#include <string_view>
#include <vector>

#include "model/source.h"

namespace aunit::parser::alloy {

/// Returns the ranges of the tokens in order, without comments.
std::vector<model::Range> tokensOf(std::string_view text);

/// Whether a character may be part of a name, including names of Alloy 5.
bool isNamePart(char c);

/// Whether one pair of parentheses or braces encloses the whole text.
bool isEnclosed(std::string_view text);

}  // namespace aunit::parser::alloy
