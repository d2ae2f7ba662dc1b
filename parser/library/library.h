// Alloy's standard library: this project's own texts of the util modules, embedded in the binary.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace aunit::parser {

/// The text of a library module by the name with which it is opened ("util/ordering"), or nothing.
std::optional<std::string_view> libraryModule(std::string_view name);

/// The names of all library modules, in alphabetical order.
std::vector<std::string_view> libraryModuleNames();

}  // namespace aunit::parser
