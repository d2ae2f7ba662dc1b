// Removal of facts from a model, to see what it states without them.
#pragma once

#include <span>

#include "model/changes/overlay.h"

namespace aunit::suite {

/// Removes formulas of facts, or of the blocks behind signatures, and installs the change. Their string literals stay, so that
/// String has the same atoms. False if a formula cannot be removed.
bool leaveOut(model::Overlay& overlay, std::span<const model::ExprId> said);

}  // namespace aunit::suite
