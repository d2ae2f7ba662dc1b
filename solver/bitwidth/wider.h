// Answers that depend on the width of integers.
#pragma once

#include <optional>

#include "model/model.h"
#include "solver/bitwidth/number_ranges.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

/// Of a problem without an instance, an answer that took `seconds`: more bits for integers with which there is one. Nothing if no
/// number can overflow, there is none with the bits that hold all cardinalities and literals (at least one bit more), or the time
/// ends: half a second or a tenth of the answer's, whichever is more, within the budget.
std::optional<int> bitsForInstance(const model::Model& model, const Problem& problem, const Options& options, double seconds,
                                   const support::Budget& budget);

}  // namespace aunit::solver
