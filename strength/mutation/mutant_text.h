// Mutants as text: what to write, and where, to have one.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "model/source.h"
#include "strength/mutation/mutant.h"
#include "suite/text/formula_text.h"

namespace aunit::strength {

using suite::Replacement;

/// Parsing the whole with the replacement in it gives the mutant. Nothing if no text does: see FormulaText::insteadOf. The
/// model gets nodes and loses them again.
std::optional<Replacement> replacementOf(const Mutant& mutant, model::Model& model, const model::SourceMap& sources);

}  // namespace aunit::strength
