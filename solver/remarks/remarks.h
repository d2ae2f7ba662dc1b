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

/// Computes the remarks on an answer. The cause of vacuity and the facts on which the answer rests take a few tenths of a second.
/// Steps of the translation and conflicts of MiniSat limit them, so that the remarks are deterministic; a limit of one second is
/// a safety net. The searches for more bits, and for traces of any length, take at most half a second. From `options`, uses only
/// the semantics and, for the search with more bits, the solver. Commands of one model may share `questions`.
Remarks remarksOn(ModelQuestions& questions, const Problem& problem, Verdict verdict, RelianceWanted wanted,
                  const Options& options, const support::Budget& budget);

}  // namespace aunit::solver
