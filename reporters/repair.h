// Proposals to mend a model, as people read them.
#pragma once

#include <string>

#include "parser/front_end.h"
#include "strength/repair.h"

namespace aunit::reporters {

/// What fails, then each proposal as a diff with what it was held against; where tests alone decide, the test that would tell the
/// first from another.
std::string repairText(const strength::Repairs& repairs, const parser::Loaded& loaded, const std::string& path, bool color);

/// "all commands, for 3", "the tests only".
std::string heldAgainst(const strength::Repair& repair, const strength::Repairs& repairs);

}  // namespace aunit::reporters
