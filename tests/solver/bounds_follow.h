// Checks that the bounds of a command follow from the formulas that narrowed them.
#pragma once

#include <gtest/gtest.h>

#include "solver/session/bounds_refutation.h"

namespace aunit::solver::testing_ {

/// Refutes that an instance outside the bounds of the first command satisfies these formulas.
inline void expectBoundsFollow(const model::Model& model, Options options) {
  options.refute = true;
  const support::Budget budget;
  const Grounding grounding(model, problemOf(model, 0), options, budget);
  EXPECT_NO_THROW(refuteOutsideOfBounds(grounding, grounding.bounds->sizes().maxSteps, Keep::nothing, budget));
}

}  // namespace aunit::solver::testing_
