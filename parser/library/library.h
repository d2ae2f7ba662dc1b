// Alloy's standard library: our own texts of the util modules, inside the binary.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace aunit::parser {

/// Text of a library module by the name under which it is opened ("util/ordering"), or nothing.
std::optional<std::string_view> libraryModule(std::string_view name);

/// Names of all library modules, in alphabetical order.
std::vector<std::string_view> libraryModuleNames();

}  // namespace aunit::parser
