// Warnings about what is legal but seldom meant (language reference 18).
#pragma once

#include "model/diagnostic.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::parser::alloy {

/// Looks at a complete model: at what its author wrote, not at the library.
void addLints(const model::Model& model, const model::Tests& tests, const model::SourceMap& sources,
              model::Diagnostics& diagnostics);

}  // namespace aunit::parser::alloy
