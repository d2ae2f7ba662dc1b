// Answers one command, by the solver or from the cache, with remarks on the answer.
#pragma once

#include "runner/solving/answer.h"
#include "runner/solving/cache.h"
#include "support/budget.h"

namespace aunit::runner {

CommandAnswer answerTo(const CommandQuestion& question, AnswerCache& cache);

/// Adds remarks on the answer: why it is vacuous, or a larger bit width for which there is an instance.
void addRemarks(const CommandQuestion& question, const solver::Problem& problem, const support::Budget& budget,
                CommandAnswer& answer);

/// The largest number of states of a trace; model::unboundedSteps if there is no limit.
int statesOf(const solver::Problem& problem);

}  // namespace aunit::runner
