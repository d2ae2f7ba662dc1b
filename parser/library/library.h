// Alloy's standard library: aunit's own versions of the util modules, embedded in the binary.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace aunit::parser {

/// Returns the text of the library module with this name ("util/ordering"); nothing if there is none.
std::optional<std::string_view> libraryModule(std::string_view name);

/// Returns the names of all library modules, in alphabetical order.
std::vector<std::string_view> libraryModuleNames();

}  // namespace aunit::parser
