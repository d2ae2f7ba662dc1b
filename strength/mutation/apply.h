// Laying a mutant over its model.
#pragma once

#include "model/changes/overlay.h"
#include "strength/mutation/mutant.h"

namespace aunit::strength {

/// The node that stands in place of the mutant's place: of all edits but `sigMultiplicity` and `resultMultiplicity`, which change
/// none. Throws model::IllTyped.
model::ExprId changed(const Mutant& mutant, const model::Model& model, model::Nodes& nodes);

/// Makes the change. False, and nothing changed, when the language's types do not allow it: such a change is no mutant.
bool apply(const Mutant& mutant, model::Overlay& overlay);

}  // namespace aunit::strength
