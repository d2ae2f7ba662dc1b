// Hints for learners who want to find the fault themselves. A hint is one next step.
#pragma once

#include <string>

#include "parser/front_end.h"
#include "strength/localization/suspects.h"

namespace aunit::strength {

/// Says where to look, and what kind of change helps if a single small change does. A sentence without a full stop: "in front of
/// `link` something may be missing: try `^`". It names at most one word of the change.
std::string hintFor(const Suspect& suspect, parser::Loaded& loaded);

}  // namespace aunit::strength
