// Conversion between UTF-8, which this program uses, and UTF-16, which Windows uses.
#pragma once

#include <string>
#include <string_view>

namespace aunit::support {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

/// Converts a path to UTF-16 for functions of Windows. Adds the prefix "\\?\" if the path is longer than MAX_PATH allows. With
/// the prefix, Windows accepts long paths whatever its settings are.
std::wstring widePath(const std::string& path);

/// Sets errno according to GetLastError().
void noteLastError();

}  // namespace aunit::support
