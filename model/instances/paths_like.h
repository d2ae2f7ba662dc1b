// Files that a pattern names.
#pragma once

#include <string>
#include <vector>

namespace aunit::model {

/// Whether a path has signs of a pattern (`*`, `?`, `[`).
bool isPattern(const std::string& path);

/// What there is like a pattern, sorted: `logs/*.ndjson`, relative to a folder unless it begins at the root. Names that begin
/// with a dot are only found by name.
std::vector<std::string> pathsLike(const std::string& folder, const std::string& pattern);

}  // namespace aunit::model
