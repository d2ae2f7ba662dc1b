// Errors of usage: requests that cannot be met.
#pragma once

#include <string_view>

#include "cli/exit_code.h"
#include "reporters/terminal/console.h"

namespace aunit::cli {

/// Prints the message on standard error and returns the exit code.
inline int usageError(std::string_view message) {
  reporters::complain(message);
  return usageOrModelError;
}

}  // namespace aunit::cli
