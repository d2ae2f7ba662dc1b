// The search for a behaviour by a SAT solver, where states one by one are too many: hidden relations, the arguments that are left
// out, steps that are not logged and the order of several logs are variables of one search.
//
// A log is looked at through windows of some records each (chain.h). A behaviour that is found is evaluated before it counts.
#pragma once

#include <cstddef>

#include "suite/log/symbolic/problem.h"

namespace aunit::suite::log {

/// Explains records from the outset on up to the one of number `count`. Throws solver::Unsupported.
Found searchBySolver(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count);

/// Likewise all of them, of one order, by a behaviour that goes on behind the last record as it did behind the first `loop` ones,
/// for ever, so that all facts hold of the whole. `doesNotFit`: there is none; `beginning`, which explains the records, is the
/// path then.
Found searchLoopBySolver(const LogProblem& problem, Records& records, const Outset& outset, std::size_t count, std::size_t loop,
                         std::vector<PathStep> beginning);

}  // namespace aunit::suite::log
