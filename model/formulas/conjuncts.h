// Splits conjunctions into conjuncts.
#pragma once

#include <span>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// The conjuncts of a formula from left to right; nested conjunctions are split, too. Empty for noId.
std::vector<ExprId> conjunctsOf(const Model& model, ExprId formula);
/// The conjuncts of several formulas, in order.
std::vector<ExprId> conjunctsOf(const Model& model, std::span<const ExprId> formulas);

}  // namespace aunit::model
