// Selection of the assertions that share relations with the question: provers find short proofs earlier among few assertions.
#pragma once

#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// Returns the assertions whose relations are all relevant. At first, the relations that the question mentions are relevant. Each
/// of `steps` steps adds the relations of every background assertion that mentions a relevant relation. If closures are relevant,
/// so are the relations in their axioms. If the returned assertions contradict each other, so do all assertions.
std::vector<Assertion> relevantOf(const Theory& theory, const std::vector<Assertion>& assertions, int steps);

}  // namespace aunit::solver::firstorder
