// Reports errors of usage: requests of the user that cannot be fulfilled.
#pragma once

#include <concepts>
#include <string_view>

#include "cli/exit_code.h"
#include "reporters/terminal/console.h"
#include "support/failure.h"

namespace aunit::cli {

/// Result of usageError(). Converts to usageOrModelError or, like support::Failure, to false, null or an empty optional.
struct UsageError {
  template <class T>
  requires std::same_as<T, int> || std::convertible_to<support::Failure, T>
  operator T() const {
    if constexpr (std::same_as<T, int>)
      return usageOrModelError;
    else
      return support::Failure();
  }
};

/// Prints the message on standard error. Call it as `return usageError("...");`.
inline UsageError usageError(std::string_view message) {
  reporters::complain(message);
  return {};
}

/// Prints the message that there is nothing to do. Returns an exit code, so that callers can write `return nothingFor("...");`.
inline int nothingFor(std::string_view message) {
  reporters::complain(message);
  return nothingToRun;
}

}  // namespace aunit::cli
