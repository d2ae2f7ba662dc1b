// Checks that the bounds of a problem follow from its formulas.
#pragma once

#include <optional>

#include "solver/grounding/grounding.h"
#include "solver/sat/refutation.h"
#include "support/budget.h"

namespace aunit::solver {

/// A refutation of a problem's clauses shows that there is no instance within the bounds, but formulas may have narrowed these
/// bounds (tightening.h). This function refutes that an instance outside the bounds satisfies the formulas that narrowed them,
/// for traces of `states` states. Returns nothing if no formula narrowed a bound. Throws NotRefuted, and Exhausted, also if a
/// relation has too many possible tuples.
std::optional<Refutation> refuteOutsideOfBounds(const Grounding& grounding, int states, Keep keep, const support::Budget& budget);

}  // namespace aunit::solver
