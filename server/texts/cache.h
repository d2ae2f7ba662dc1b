// Files for generated or built-in texts (library modules, instances), so that an editor can open them.
#pragma once

#include <string>
#include <string_view>

namespace aunit::server {

/// Writes `text` to the file `name` ("library/util/ordering.als") in the user's cache. Returns the file's path; empty if the file
/// cannot be written.
std::string cachedFile(const std::string& name, std::string_view text);

}  // namespace aunit::server
