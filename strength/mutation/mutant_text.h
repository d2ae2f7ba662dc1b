// Mutants as edits of the model's text.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "model/source.h"
#include "strength/mutation/mutant.h"
#include "suite/text/formula_text.h"

namespace aunit::strength {

using suite::Replacement;

/// Returns the edit after which the model's text parses to the mutant. Returns nothing if no text parses to it; see
/// FormulaText::insteadOf. Adds nodes to the model and removes them again.
std::optional<Replacement> replacementOf(const Mutant& mutant, model::Model& model, const model::SourceMap& sources);

}  // namespace aunit::strength
