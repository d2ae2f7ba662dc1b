// Conjunctions taken apart.
#pragma once

#include <span>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// The conjuncts of a formula from left to right, nested conjunctions taken apart; none for noId.
std::vector<ExprId> conjunctsOf(const Model& model, ExprId formula);
/// Those of all the formulas.
std::vector<ExprId> conjunctsOf(const Model& model, std::span<const ExprId> formulas);

}  // namespace aunit::model
