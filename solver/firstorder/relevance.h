// Selection of the assertions that share relations with the question: provers find short proofs earlier among few assertions.
#pragma once

#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// Returns the assertions that mention only relevant relations and signatures. At first, the relations that the question mentions
/// are relevant, directly or in the definition of a closure. Then each of `steps` steps adds all relations of the background
/// assertions that mention a relevant relation. If the returned assertions contradict each other, so do all assertions.
std::vector<Assertion> relevantOf(const Theory& theory, const std::vector<Assertion>& assertions, int steps);

}  // namespace aunit::solver::firstorder
