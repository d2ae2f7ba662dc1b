// Patterns of names as in shells: "*", "?", "[a-z]", "[!a-z]", and a backslash that makes the next character literal.
// shell_pattern.cpp calls fnmatch; shell_pattern_windows.cpp implements it for Windows, which has no such function.
#pragma once

#include <string>

namespace aunit::support {

enum class Hidden : unsigned char {
  asOthers,
  byNameOnly,  // a leading dot matches only a dot in the pattern
};

bool matchesPattern(const std::string& name, const std::string& pattern, Hidden hidden = Hidden::asOthers);

}  // namespace aunit::support
