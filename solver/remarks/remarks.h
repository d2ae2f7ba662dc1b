// Remarks on an answer: how much it means.
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

/// Remarks on an answer. The searches for the cause of vacuity and for what the answer rests on take some tenths of a second.
/// Steps of the translation and conflicts of MiniSat limit them, so that the remarks are the same in every run; a second on the
/// clock is a safety net. The searches for more bits, and among traces of any length, are limited by half a second. Only the
/// options for the semantics count, and for the search with more bits the solver. Commands of one model may share `questions`.
Remarks remarksOn(ModelQuestions& questions, const Problem& problem, Verdict verdict, RelianceWanted wanted,
                  const Options& options, const support::Budget& budget);

}  // namespace aunit::solver
