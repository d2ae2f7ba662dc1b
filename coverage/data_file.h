// Reading and writing of coverage data as JSON (schema: docs/coverage-data.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "coverage/data.h"

namespace aunit::coverage {

std::string toJson(const Data& data);
/// Reads a text. Returns nothing, with the reason and the place in `error`, when the text is no coverage data, is cut off or
/// contradicts itself.
std::optional<Data> fromJson(std::string_view text, std::string& error);

/// Reads a file as fromJson() does a text; errors name the path.
std::optional<Data> readData(const std::string& path, std::string& error);

}  // namespace aunit::coverage
