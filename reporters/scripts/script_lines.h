// Scripts as text for languages without a JSON parser in their standard library.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reporters/scripts/document.h"

namespace aunit::reporters::scripts {

/// A script as tab-separated lines.
std::vector<std::string> scriptLines(const ScriptNames& names, const strength::scripts::Scripts& scripts, std::size_t number);

}  // namespace aunit::reporters::scripts
