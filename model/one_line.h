// Alloy source in one line.
#pragma once

#include <string>
#include <string_view>

namespace aunit::model {

/// The text without comments and line breaks. Nothing is escaped.
std::string onOneLine(std::string_view text);

}  // namespace aunit::model
