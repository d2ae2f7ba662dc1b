// Suspects: places where the fault of failing tests is likely to be, as hints in the text.
#pragma once

#include <atomic>
#include <map>
#include <string>

#include "parser/front_end.h"
#include "server/positions.h"

namespace aunit::server {

/// For each file that holds one of the first suspects (strength/localization/suspects.h), diagnostics of the lowest severity. The
/// model is changed and restored meanwhile, so nobody else may use it.
std::map<std::string, Json> suspectHints(parser::Loaded& loaded, Encoding encoding, const std::atomic<bool>& stop);

}  // namespace aunit::server
