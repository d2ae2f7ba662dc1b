// Text between UTF-8, which this program speaks, and UTF-16, which Windows does.
#pragma once

#include <string>
#include <string_view>

namespace aunit::support {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

/// A path for the system's functions: longer ones than MAX_PATH stand behind "\\?\", whatever the machine's settings are.
std::wstring widePath(const std::string& path);

/// Sets errno to what GetLastError says.
void noteLastError();

}  // namespace aunit::support
