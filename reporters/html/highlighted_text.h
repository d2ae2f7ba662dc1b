// Alloy text with the words of the language in their colours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aunit::reporters::html {

/// The lines of the text as markup.
std::vector<std::string> highlightedLines(std::string_view text);

}  // namespace aunit::reporters::html
