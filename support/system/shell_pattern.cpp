#include "support/system/shell_pattern.h"

#include <fnmatch.h>

namespace aunit::support {

bool matchesPattern(const std::string& name, const std::string& pattern, Hidden hidden) {
  return ::fnmatch(pattern.c_str(), name.c_str(), hidden == Hidden::byNameOnly ? FNM_PERIOD : 0) == 0;
}

}  // namespace aunit::support
