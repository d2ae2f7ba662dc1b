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

}  // namespace aunit::suite::log
