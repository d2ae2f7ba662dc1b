// Reads values from submissions' paths, by a layout.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace aunit::runner {

/// The values that `path` gives to the names in `layout` ("{student}/{attempt}/{file}"); nothing if `path` does not fit. A
/// name in braces stands for one or more characters other than `/`, as few as possible. `*` stands for zero or more such
/// characters, and gives no value. A name that occurs twice must have the same value.
std::optional<std::map<std::string, std::string>> fitted(std::string_view layout, std::string_view path);

}  // namespace aunit::runner
