// Applies a mutant to its model, as an overlay.
#pragma once

#include "model/changes/overlay.h"
#include "strength/mutation/mutant.h"

namespace aunit::strength {

/// Returns the node that replaces the node at `mutant.place`. Must not be called for `sigMultiplicity` and `resultMultiplicity`,
/// which replace no node. Throws model::TypeMismatch.
model::ExprId changed(const Mutant& mutant, const model::Model& model, model::Nodes& nodes);

/// Applies the change. Returns false, and changes nothing, if Alloy's type rules do not allow the change.
bool apply(const Mutant& mutant, model::Overlay& overlay);

}  // namespace aunit::strength
