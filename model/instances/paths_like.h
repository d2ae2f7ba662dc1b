// Finds files by patterns.
#pragma once

#include <string>
#include <vector>

namespace aunit::model {

/// Whether a path contains special characters of patterns (`*`, `?`, `[`).
bool isPattern(const std::string& path);

/// The paths that match a pattern such as `logs/*.ndjson`, sorted. The pattern is relative to `folder` unless it is absolute. A
/// wildcard does not match a leading dot of a name.
std::vector<std::string> pathsLike(const std::string& folder, const std::string& pattern);

}  // namespace aunit::model
