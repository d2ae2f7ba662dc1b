// Errors and warnings as JSON, for programs (docs/json.md).
#pragma once

#include <string>

#include "model/diagnostic.h"
#include "parser/front_end.h"

namespace aunit::reporters {

/// One object and a line break.
std::string diagnosticJson(const model::Diagnostic& diagnostic, const parser::Loaded& loaded);

}  // namespace aunit::reporters
