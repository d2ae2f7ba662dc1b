// Where submissions lie below a folder.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace aunit::runner {

/// What a path means by a layout such as "{student}/{attempt}/{file}": values by name; nothing if it does not fit. A name in
/// braces stands for one or more characters but `/`, the fewest that fit; `*` for any number of them, without a value. A name
/// that stands twice must have one value.
std::optional<std::map<std::string, std::string>> fitted(std::string_view layout, std::string_view path);

}  // namespace aunit::runner
