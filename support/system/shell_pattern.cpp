#include "support/system/shell_pattern.h"

#include <fnmatch.h>

namespace aunit::support {

bool matchesPattern(const std::string& name, const std::string& pattern, HiddenNames hidden) {
  return ::fnmatch(pattern.c_str(), name.c_str(), hidden == HiddenNames::byNameOnly ? FNM_PERIOD : 0) == 0;
}

}  // namespace aunit::support
