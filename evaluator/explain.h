// Why a formula has the truth value it has: the innermost part that decides, and a witness.
#pragma once

#include <vector>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

/// A part of the formula and its value there.
struct Operand {
  model::ExprId expr = model::noId;
  Value value;
};

/// `formula` is true (`actual`) or false where the opposite was wanted, with the quantified variables bound as said and in that
/// state; `operands` are the values of its parts: both sides of a comparison, the domains of a quantifier that nothing
/// satisfies. Bodies of called predicates are entered, so the formula may stand in another paragraph than the one explained.
struct Explanation {
  model::ExprId formula = model::noId;
  bool actual = false;
  std::vector<Binding> bindings;  // outermost first
  std::vector<Operand> operands;
  unsigned state = 0;
};

/// Explains why `formula` is not `wanted` at `state` of the instance. `given` are values of variables that are free in it.
/// Nothing when it is as wanted.
std::optional<Explanation> explain(const model::Model& model, const model::Instance& instance, model::ExprId formula,
                                   const Options& options = {}, std::span<const Binding> given = {}, bool wanted = true,
                                   unsigned state = 0);

}  // namespace aunit::evaluator
