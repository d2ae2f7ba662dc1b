// Selection of the assertions that share relations with the question: provers find short proofs sooner among few assertions.
#pragma once

#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// The assertions whose relations the question mentions, or what the closures that it mentions are made of; with more `steps`
/// also the relations of facts that share one with those. A contradiction among them is one of all.
std::vector<Assertion> relevantOf(const Theory& theory, const std::vector<Assertion>& assertions, int steps);

}  // namespace aunit::solver::firstorder
