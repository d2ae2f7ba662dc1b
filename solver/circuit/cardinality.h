// Cardinality constraints over literals: comparisons with constants and sorted counts, without adders.
//
// "At most one" is encoded by pairs for few literals and by a running disjunction for many; "at least k" is the sequential
// counter of Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005, cut off at k columns. Counters
// over the same literals share their gates through the circuit's structural hashing.
#pragma once

#include <span>
#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::solver {

Lit atMostOne(Circuit& circuit, std::span<const Lit> literals);
Lit exactlyOne(Circuit& circuit, std::span<const Lit> literals);

/// Element j-1 says that at least j of the literals hold, for j = 1 .. min(limit, number of literals).
std::vector<Lit> sortedCount(Circuit& circuit, std::span<const Lit> literals, std::size_t limit);

/// Whether at least, or at most, `bound` of the literals hold.
Lit atLeast(Circuit& circuit, std::span<const Lit> literals, std::size_t bound);
Lit atMost(Circuit& circuit, std::span<const Lit> literals, std::size_t bound);

}  // namespace aunit::solver
