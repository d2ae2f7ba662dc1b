// Warnings about formulas and declarations that are legal but rarely intended (language reference 18).
#pragma once

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::parser::alloy {

/// Adds the warnings about a complete model, except about library modules.
void addLints(const model::Model& model, const model::Tests& tests, const model::SourceMap& sources,
              model::Diagnostics& diagnostics);

/// Adds only the warnings about one command that is solved in `scope`: numbers that do not fit the bit width of the scope, and
/// uses of other states by a command without traces.
void addCommandLints(const model::Model& model, const model::Command& command, const model::Scope& scope,
                     const model::SourceMap& sources, model::Diagnostics& diagnostics);

}  // namespace aunit::parser::alloy
