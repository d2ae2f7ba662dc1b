// A hint for learners who look for the fault themselves: one next step.
#pragma once

#include <string>

#include "parser/front_end.h"
#include "strength/localization/suspects.h"

namespace aunit::strength {

/// Where to look, and what kind of change helps, as far as one small change does; a sentence without a full stop: "in front of
/// `link` something may be missing: try `^`". It names at most one word of the change.
std::string hintFor(const Suspect& suspect, parser::Loaded& loaded);

}  // namespace aunit::strength
