// Finds declarations that nothing uses: assertions without a command or test, predicates, functions and fields without a use.
#pragma once

#include <memory>
#include <vector>

#include "parser/front_end.h"
#include "strength/audit/audit.h"

namespace aunit::strength::audit {

/// Checks declarations in files with these paths. Uses in all loaded files count: load them with LoadOptions::uses. Null pointers
/// and files that did not resolve are ignored.
std::vector<Finding> unusedIn(const std::vector<const parser::Loaded*>& loaded, const std::vector<std::string>& paths);

}  // namespace aunit::strength::audit
