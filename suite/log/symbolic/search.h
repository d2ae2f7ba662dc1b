// The search for a behaviour by a SAT solver, for logs with too many states to visit one by one: hidden relations, omitted
// arguments, steps that are not logged and the order of several logs are variables of one search.
#pragma once

#include <cstddef>

#include "suite/log/symbolic/problem.h"

namespace aunit::suite::log {

/// Explains records from the outset on up to the one of number `count`. Throws solver::Unsupported.
Found searchBySolver(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count);

/// Explains all records, in their known order, by a behaviour that repeats after the last record for ever what follows the first
/// `loop` records, so that all facts hold of the whole. `doesNotFit`: there is none; the path is then `beginning`, which explains
/// the records.
Found searchLoopBySolver(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count, std::size_t loop,
                         std::vector<PathStep> beginning);

}  // namespace aunit::suite::log
