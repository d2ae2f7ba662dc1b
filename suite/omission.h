// Removes facts from a model, to see what holds without them.
#pragma once

#include <span>

#include "model/changes/overlay.h"

namespace aunit::suite {

/// Removes the formulas `said`, which are conjuncts of facts, and installs the change. The string literals of these formulas
/// remain in the model, so that String has the same atoms. Returns false if a formula cannot be removed.
bool leaveOut(model::Overlay& overlay, std::span<const model::ExprId> said);

}  // namespace aunit::suite
