// Reads and writes coverage data as JSON (schema: docs/coverage-data.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "coverage/data.h"

namespace aunit::coverage {

std::string toJson(const Data& data);
/// Parses coverage data. If the text is not coverage data, is truncated or contradicts itself, returns nothing and sets `error`
/// to the reason and the place.
std::optional<Data> fromJson(std::string_view text, std::string& error);

/// Reads a file like fromJson(). The text in `error` names the path.
std::optional<Data> readData(const std::string& path, std::string& error);

}  // namespace aunit::coverage
