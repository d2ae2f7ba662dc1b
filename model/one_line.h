// Source of Alloy as one line.
#pragma once

#include <string>
#include <string_view>

namespace aunit::model {

/// Without comments and line breaks; escapes nothing.
std::string onOneLine(std::string_view text);

}  // namespace aunit::model
