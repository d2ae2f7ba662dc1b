// Answers that depend on the width of integers.
#pragma once

#include <optional>

#include "model/model.h"
#include "solver/bitwidth/number_ranges.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

/// Requires that `problem` has no instance. Solves it again with wider integers: with as many bits as all cardinalities and
/// literals need, and at least one bit more than in `problem`. Returns the number of bits if the problem then has an instance.
/// Returns nothing if no number can overflow, if there is still no instance, or if the budget ends first.
std::optional<int> bitsForInstance(const model::Model& model, const Problem& problem, const Options& options,
                                   const support::Budget& budget);

}  // namespace aunit::solver
