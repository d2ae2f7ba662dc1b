// What is in no instance: atoms of a signature, tuples of a field, steps of an action, states where a guard is false.
#pragma once

#include <vector>

#include "parser/front_end.h"
#include "solver/options.h"
#include "strength/audit/audit.h"
#include "support/budget.h"

namespace aunit::strength::audit {

/// The signatures and fields of a file that the facts leave empty in all scopes of its commands; of the predicates among which
/// the steps of its facts choose, those that no step is, and conjuncts about the state before that step that are true in every
/// state for all arguments. None of a file whose facts contradict each other there, or without commands. What is not decided in
/// time is left out.
std::vector<Finding> neverIn(const parser::Loaded& loaded, const solver::Options& options, const support::Budget& budget);

}  // namespace aunit::strength::audit
