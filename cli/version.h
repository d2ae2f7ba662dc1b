#pragma once

#include <string>

namespace aunit::cli {

/// "0.2.0"; with what came since that tag "0.2.0+5.g1a2b3c4" (cmake/version.cmake).
std::string version();

}  // namespace aunit::cli
