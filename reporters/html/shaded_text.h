// Alloy text with the words of the language in their colours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aunit::reporters::html {

/// Its lines as markup.
std::vector<std::string> shadedLines(std::string_view text);

}  // namespace aunit::reporters::html
