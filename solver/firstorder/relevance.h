// Selection of the assertions that share relations with the question: provers find short proofs sooner among few assertions.
#pragma once

#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// The assertions about relations that the question mentions, directly or in the definition of a closure. Each of the `steps`
/// adds the relations of facts that share a relation with those. If the result is contradictory, so are all assertions.
std::vector<Assertion> relevantOf(const Theory& theory, const std::vector<Assertion>& assertions, int steps);

}  // namespace aunit::solver::firstorder
