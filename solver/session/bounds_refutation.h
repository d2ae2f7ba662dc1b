// Checks that the bounds of a problem follow from its formulas.
#pragma once

#include <optional>

#include "solver/grounding/grounding.h"
#include "solver/sat/refutation.h"
#include "support/budget.h"

namespace aunit::solver {

/// A refutation of a problem's clauses shows only that there is no instance within the bounds. Formulas may have narrowed these
/// bounds (tightening.h). This function shows that no instance outside the bounds, with `states` states, satisfies the formulas
/// that narrowed them. Returns nothing if no formula narrowed a bound. Throws NotRefuted. Throws Exhausted if the budget ends, or
/// if a relation has too many possible tuples.
std::optional<Refutation> refuteOutsideOfBounds(const Grounding& grounding, int states, Keep keep, const support::Budget& budget);

}  // namespace aunit::solver
