// Remarks on an answer: how much it means.
#pragma once

#include <optional>

#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "solver/reliance/reliance.h"
#include "solver/vacuity/vacuity.h"
#include "support/budget.h"

namespace aunit::solver {

struct Remarks {
  std::optional<Vacuity> vacuity;
  std::optional<int> bitsForInstance;  // with an answer "no instance" that is not vacuous (bitwidth/wider.h)
  std::optional<Reliance> reliance;    // with such an answer, if it is wanted and known
};

/// Remarks on an answer. The searches for why it is vacuous and what it rests on are limited by steps of the translation and by
/// conflicts of MiniSat, some tenths of a second, so that the remarks are the same in every run; a second on the clock is a
/// safety net. The searches for more bits, and among traces of any length, are limited by half a second. Only the options for the
/// semantics count, and the solver for more bits. The model may be shared.
Remarks remarksOn(const model::Model& model, const Problem& problem, Verdict verdict, RelianceWanted wanted,
                  const Options& options, const support::Budget& budget);

}  // namespace aunit::solver
