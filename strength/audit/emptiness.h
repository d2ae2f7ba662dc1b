// Signatures and fields that are empty in every instance.
#pragma once

#include <vector>

#include "parser/front_end.h"
#include "solver/options.h"
#include "strength/audit/audit.h"
#include "support/budget.h"

namespace aunit::strength::audit {

/// The signatures and fields of a file that the facts leave empty in all scopes of its commands. None of a file whose facts
/// contradict each other there, or without commands. What is not decided in time is left out.
std::vector<Finding> alwaysEmptyIn(const parser::Loaded& loaded, const solver::Options& options, const support::Budget& budget);

}  // namespace aunit::strength::audit
