// Answers that depend on the width of integers.
#pragma once

#include <optional>

#include "model/model.h"
#include "solver/bitwidth/number_ranges.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

/// Solves a problem without an instance again, with wider integers: as many bits as all cardinalities and literals need, and at
/// least one more than before. Returns the number of bits if there is an instance then. Returns nothing if no number can
/// overflow, there is still no instance, or the budget ends first.
std::optional<int> bitsForInstance(const model::Model& model, const Problem& problem, const Options& options,
                                   const support::Budget& budget);

}  // namespace aunit::solver
