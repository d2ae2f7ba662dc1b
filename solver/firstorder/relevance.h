// Selection of the assertions that share relations with the question: provers find short proofs earlier among few assertions.
#pragma once

#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// The assertions about relevant relations. These are the relations that the question mentions, directly or in the definition of
/// a closure; each of the `steps` adds the relations of facts that mention a relevant relation. If the returned assertions
/// contradict each other, so do all assertions.
std::vector<Assertion> relevantOf(const Theory& theory, const std::vector<Assertion>& assertions, int steps);

}  // namespace aunit::solver::firstorder
