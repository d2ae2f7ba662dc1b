// Converts Alloy source to one line.
#pragma once

#include <string>
#include <string_view>

namespace aunit::model {

/// The text without comments and line breaks. Does not escape anything.
std::string onOneLine(std::string_view text);

}  // namespace aunit::model
