// Reads and writes coverage data as JSON (schema: docs/coverage-data.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "coverage/data.h"

namespace aunit::coverage {

std::string toJson(const Data& data);
/// Reads a text. Returns nothing, with the reason and the place in `error`, if the text is no coverage data, is truncated, or
/// contradicts itself.
std::optional<Data> fromJson(std::string_view text, std::string& error);

/// Reads a file like fromJson(); errors name the path.
std::optional<Data> readData(const std::string& path, std::string& error);

}  // namespace aunit::coverage
