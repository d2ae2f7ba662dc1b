// Warnings about steps, `var` declarations, and properties of single states (language reference 13, 18).
#pragma once

#include <functional>

#include "model/diagnostic.h"
#include "model/model.h"

namespace aunit::parser::alloy {

/// Adds the warnings about a complete model with `var` declarations: steps that do not constrain some relations, actions that no
/// fact calls, properties of the first state only, `var` signatures that can never change, primes in declarations. `isWritten`:
/// whether the user wrote the text of a span.
void addTimeLints(const model::Model& model, const std::function<bool(const model::Span&)>& isWritten,
                  model::Diagnostics& diagnostics);

}  // namespace aunit::parser::alloy
