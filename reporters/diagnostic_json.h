// Errors and warnings for programs (docs/json.md).
#pragma once

#include <string>

#include "model/diagnostic.h"

namespace aunit::reporters {

/// One object and the end of its line.
std::string diagnosticJson(const model::Diagnostic& diagnostic, const model::SourceMap& sources);

}  // namespace aunit::reporters
