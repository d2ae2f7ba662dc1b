// Conversion between UTF-8, which this program uses, and UTF-16, which Windows uses.
#pragma once

#include <string>
#include <string_view>

namespace aunit::support {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

/// A path for the system's functions: with the prefix "\\?\" if it is longer than MAX_PATH allows, whatever the machine's
/// settings are.
std::wstring widePath(const std::string& path);

/// Sets errno according to GetLastError.
void noteLastError();

}  // namespace aunit::support
