// Remarks on an answer: whether it is vacuous, the facts on which it rests, and the bit width.
#pragma once

#include <optional>

#include "solver/entailment/model_questions.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "solver/reliance/reliance.h"
#include "solver/vacuity/vacuity.h"
#include "support/budget.h"

namespace aunit::solver {

struct Remarks {
  std::optional<Vacuity> vacuity;
  std::optional<int> bitsForInstance;  // with an answer "no instance" that is not vacuous (bitwidth/wider.h)
  std::optional<Reliance> reliance;    // with an answer "no instance" that is not vacuous, if wanted and known
};

/// Computes the remarks on an answer. It takes a few tenths of a second to find the cause of vacuity and the facts on which the
/// answer rests. This work is limited by counts of translation steps and of MiniSat's conflicts, so that the remarks are
/// deterministic; a limit of one second is a safety net. The search for an instance at a larger bit width takes at most half a
/// second, and so does the search for vacuity if traces may have any length. Commands of one model may share `questions`.
Remarks remarksOn(ModelQuestions& questions, const Problem& problem, Verdict verdict, RelianceWanted wanted,
                  const Options& options, const support::Budget& budget);

}  // namespace aunit::solver
