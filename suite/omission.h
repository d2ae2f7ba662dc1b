// Facts that are left out of a model, to see what it says without them.
#pragma once

#include <span>

#include "model/changes/overlay.h"

namespace aunit::suite {

/// Leaves out what facts, or the blocks behind signatures, say, and installs the change. Their string literals stay, so that
/// String has the same atoms. False if something cannot be left out.
bool leaveOut(model::Overlay& overlay, std::span<const model::ExprId> said);

}  // namespace aunit::suite
