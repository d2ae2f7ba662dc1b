// The return value of functions that failed.
#pragma once

#include <concepts>
#include <string>
#include <utility>

namespace aunit::support {

/// Converts to false, a null pointer or an empty std::optional, according to the return type of the function.
struct Failure {
  template <class T>
  requires std::same_as<T, bool> || requires(const T& value) {
    *value;
    !value;
  }
  operator T() const { return T(); }
};

/// Stores the reason in `error` and returns Failure: `return support::failure(error, "cannot be read");`
inline Failure failure(std::string& error, std::string why) {
  error = std::move(why);
  return {};
}

}  // namespace aunit::support
