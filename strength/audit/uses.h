// Finds assertions that no command and no test checks, and predicates, functions and fields that nothing uses.
#pragma once

#include <memory>
#include <vector>

#include "parser/front_end.h"
#include "strength/audit/audit.h"

namespace aunit::strength::audit {

/// Returns a finding for each declaration in the files `paths` that no file in `loaded` uses. The files must be loaded with
/// LoadOptions::uses. Null pointers in `loaded`, and files that have no model because of errors, are ignored.
std::vector<Finding> unusedIn(const std::vector<const parser::Loaded*>& loaded, const std::vector<std::string>& paths);

}  // namespace aunit::strength::audit
