// Warnings about single formulas whose meaning is probably not intended (language reference 18).
#pragma once

#include <functional>

#include "model/diagnostic.h"
#include "model/model.h"

namespace aunit::parser::alloy {

/// Adds the warnings about formulas of a complete model: set operators that seem to be meant as arithmetic, primes on constant
/// values, implications after `some`, and others. `isWritten`: whether the user wrote the text of a span.
void addFormulaLints(const model::Model& model, const model::SourceMap& sources,
                     const std::function<bool(const model::Span&)>& isWritten, model::Diagnostics& diagnostics);

}  // namespace aunit::parser::alloy
