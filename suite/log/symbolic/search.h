// Searches for a behaviour with a SAT solver, for logs with too many states to visit one by one. Hidden relations, omitted
// arguments, hidden steps and the order of several files are variables of one search.
#pragma once

#include <cstddef>

#include "suite/log/symbolic/problem.h"

namespace aunit::suite::log {

/// Explains the records from `outset.record` up to, not including, record `count`. Throws solver::Unsupported.
SearchResult searchBySolver(const LogProblem& problem, Records& records, const SearchStart& outset, std::size_t count);

/// Explains all records, whose order must be known, by a behaviour with a loop: the last state is followed by the state after the
/// first `loop` records, and the whole behaviour satisfies all facts. If there is no such behaviour, the outcome is `doesNotFit`,
/// and the path is `beginning`, which explains the records without the loop.
SearchResult searchLoopBySolver(const LogProblem& problem, Records& records, const SearchStart& outset, std::size_t count,
                                std::size_t loop, std::vector<PathStep> beginning);

}  // namespace aunit::suite::log
