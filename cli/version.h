#pragma once

#include <string>

namespace aunit::cli {

/// The version: "0.2.0", or "0.2.0+5.g1a2b3c4" for 5 commits after the tag (cmake/version.cmake).
std::string version();

}  // namespace aunit::cli
