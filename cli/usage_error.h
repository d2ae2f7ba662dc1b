// What cannot be done as asked.
#pragma once

#include <string_view>

#include "cli/exit_code.h"
#include "reporters/console.h"

namespace aunit::cli {

/// Says so on standard error; the exit code.
inline int usageError(std::string_view message) {
  reporters::complain(message);
  return usageOrModelError;
}

}  // namespace aunit::cli
