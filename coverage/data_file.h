// Coverage data as JSON (schema: docs/coverage-data.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "coverage/data.h"

namespace aunit::coverage {

std::string toJson(const Data& data);
/// Nothing when the text is no coverage data, is cut off or contradicts itself; `error` then says what is wrong and where.
std::optional<Data> fromJson(std::string_view text, std::string& error);

/// The same of a file; errors name the path.
std::optional<Data> readData(const std::string& path, std::string& error);

}  // namespace aunit::coverage
