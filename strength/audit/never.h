// Finds parts of a model that are empty in all instances: signatures, fields, steps of an action, states in which a guard is
// false.
#pragma once

#include <vector>

#include "parser/front_end.h"
#include "solver/options.h"
#include "strength/audit/audit.h"
#include "support/budget.h"

namespace aunit::strength::audit {

/// Finds signatures and fields of a file that the facts leave empty in all scopes of its commands. Finds actions (predicates that
/// the facts name as possible steps) that no step satisfies. Finds guards (conjuncts about the state before the step) that hold
/// in every state for all arguments. Returns nothing if the file has no commands, or if its facts contradict each other in these
/// scopes. Omits what the solver does not decide.
std::vector<Finding> neverIn(const parser::Loaded& loaded, const solver::Options& options, const support::Budget& budget);

}  // namespace aunit::strength::audit
