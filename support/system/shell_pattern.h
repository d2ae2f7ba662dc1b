// Patterns for names as in shells: "*", "?", "[a-z]", "[!a-z]". A backslash makes the next character literal. shell_pattern.cpp
// calls fnmatch. Windows has no such function, so shell_pattern_windows.cpp implements it.
#pragma once

#include <string>

namespace aunit::support {

enum class HiddenNames : unsigned char {
  asOthers,    // a leading dot of a name is like any other character
  byNameOnly,  // a leading dot of a name matches only a dot in the pattern
};

bool matchesPattern(const std::string& name, const std::string& pattern, HiddenNames hidden = HiddenNames::asOthers);

}  // namespace aunit::support
