// Patterns of names as shells have them: "*", "?", "[a-z]", "[!a-z]", and a backslash in front of what stands for itself.
// shell_pattern.cpp asks POSIX systems, shell_pattern_windows.cpp is for Windows, which has no such function.
#pragma once

#include <string>

namespace aunit::support {

enum class Hidden : unsigned char {
  asOthers,
  byNameOnly,  // a dot in front is matched by a dot alone
};

bool matchesPattern(const std::string& name, const std::string& pattern, Hidden hidden = Hidden::asOthers);

}  // namespace aunit::support
