// Files for generated or built-in texts (library modules, instances), so that an editor can open them.
#pragma once

#include <string>
#include <string_view>

namespace aunit::server {

/// Writes a text to a file with that name ("library/util/ordering.als") in the user's cache and returns its path; empty if it
/// cannot be written.
std::string cachedFile(const std::string& name, std::string_view text);

}  // namespace aunit::server
