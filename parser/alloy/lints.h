// Warnings about formulas and declarations that are legal but seldom meant (language reference 18).
#pragma once

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::parser::alloy {

/// Adds the warnings about a complete model. They are about what its author wrote, not the library.
void addLints(const model::Model& model, const model::Tests& tests, const model::SourceMap& sources,
              model::Diagnostics& diagnostics);

/// The warnings among them about one command, solved in this scope: numbers that do not fit its integers, states
/// that it does not have.
void addCommandLints(const model::Model& model, const model::Command& command, const model::Scope& scope,
                     const model::SourceMap& sources, model::Diagnostics& diagnostics);

}  // namespace aunit::parser::alloy
