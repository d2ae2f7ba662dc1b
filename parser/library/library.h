// Alloy's standard library: aunit's own versions of the util modules, embedded in the binary.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace aunit::parser {

/// The text of the library module that `open` calls `name` ("util/ordering"), or nothing.
std::optional<std::string_view> libraryModule(std::string_view name);

/// The names of all library modules, in alphabetical order.
std::vector<std::string_view> libraryModuleNames();

}  // namespace aunit::parser
