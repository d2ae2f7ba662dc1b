// Hints for learners who want to find the fault themselves. A hint is one next step.
#pragma once

#include <string>

#include "parser/front_end.h"
#include "strength/localization/suspects.h"

namespace aunit::strength {

/// Says where to look. If a single small change fixes the fault, also says what kind of change it is, and names at most one word
/// of it. The hint is a sentence without a full stop: "an operator may be missing at `link`: try `^`".
std::string hintFor(const Suspect& suspect, parser::Loaded& loaded);

}  // namespace aunit::strength
