// Applies a mutant to its model, as an overlay.
#pragma once

#include "model/changes/overlay.h"
#include "strength/mutation/mutant.h"

namespace aunit::strength {

/// The node that replaces the mutant's place. Not for `sigMultiplicity` and `resultMultiplicity`, which replace no node. Throws
/// model::IllTyped.
model::ExprId changed(const Mutant& mutant, const model::Model& model, model::Nodes& nodes);

/// Applies the change. Returns false, and changes nothing, if the language's types do not allow it; then it is no mutant.
bool apply(const Mutant& mutant, model::Overlay& overlay);

}  // namespace aunit::strength
