// What is wrong with a file, as text.
#pragma once

#include <string>

#include "parser/front_end.h"

namespace aunit::runner {

/// All diagnostics as text, errors and warnings in order of position.
std::string renderDiagnostics(const parser::Loaded& loaded, bool color);

}  // namespace aunit::runner
