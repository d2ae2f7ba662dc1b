// Hints in the text that take too long for the loop that answers the editor.
#pragma once

#include <atomic>
#include <map>
#include <string>

#include "parser/front_end.h"
#include "server/positions.h"

namespace aunit::server {

/// Diagnostics of the lowest severity, by the path of the file that they are about.
using Hints = std::map<std::string, Json>;

/// For each file that holds one of the first suspects (strength/localization/suspects.h): where the fault of failing tests is
/// likely to be. The model is changed and restored meanwhile, so nobody else may use it.
Hints suspectHints(parser::Loaded& loaded, Encoding encoding, const std::atomic<bool>& stop);

/// The constraints that say nothing new (solver/vacuity/redundancy.h), which editors show as unnecessary.
Hints redundancyHints(parser::Loaded& loaded, Encoding encoding, const std::atomic<bool>& stop);

}  // namespace aunit::server
