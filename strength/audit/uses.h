// What is declared and never asked: assertions without a command or test, predicates, functions and fields without a use.
#pragma once

#include <memory>
#include <vector>

#include "parser/front_end.h"
#include "strength/audit/audit.h"

namespace aunit::strength::audit {

/// Looks at declarations in files with these paths; a use counts wherever one of the loaded files, which open each other, has
/// it. Null pointers and files that did not resolve are passed over.
std::vector<Finding> unusedIn(const std::vector<const parser::Loaded*>& loaded, const std::vector<std::string>& paths);

}  // namespace aunit::strength::audit
