// Failure: the return value of a function that failed.
#pragma once

#include <concepts>
#include <string>
#include <utility>

namespace aunit::support {

/// Becomes false, a null pointer or a std::optional without a value, whichever the function returns.
struct Failure {
  template <class T>
  requires std::same_as<T, bool> || requires(const T& value) {
    *value;
    !value;
  }
  operator T() const { return T(); }
};

/// Stores the reason in `error`: `return support::failure(error, "cannot be read");`
inline Failure failure(std::string& error, std::string why) {
  error = std::move(why);
  return {};
}

}  // namespace aunit::support
