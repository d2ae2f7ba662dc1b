// One command: solved, or known by a cache, with remarks on what its answer is worth.
#pragma once

#include "runner/solving/answer.h"
#include "runner/solving/cache.h"
#include "support/budget.h"

namespace aunit::runner {

CommandAnswer answerTo(const CommandQuestion& question, AnswerCache& cache);

/// Adds why the answer says nothing, or how many bits of integers it lacks.
void addRemarks(const CommandQuestion& question, const solver::Problem& problem, const support::Budget& budget,
                CommandAnswer& answer);

/// How many states a trace of the problem may have; model::unboundedSteps: any number.
int statesOf(const solver::Problem& problem);

}  // namespace aunit::runner
