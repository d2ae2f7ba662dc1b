// Warnings about single formulas that mean something else than they seem to (language reference 18).
#pragma once

#include <functional>

#include "model/diagnostic.h"
#include "model/model.h"

namespace aunit::parser::alloy {

/// Adds the warnings about formulas of a complete model: set operators where numbers are meant, primes on what never changes,
/// implications behind `some`. `isWritten` says of a span whether it is the author's.
void addFormulaLints(const model::Model& model, const model::SourceMap& sources,
                     const std::function<bool(const model::Span&)>& isWritten, model::Diagnostics& diagnostics);

}  // namespace aunit::parser::alloy
