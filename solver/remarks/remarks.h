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
  std::optional<int> bitsForInstance;  // of a "none" that is not vacuous (bitwidth/wider.h)
  std::optional<Reliance> reliance;    // likewise, if it is wanted and known
};

/// Remarks on an answer. Why it is vacuous and what it rests on are limited by steps of the translation and by conflicts of
/// MiniSat, some tenths of a second, so that they are the same in every run; a second on the clock is a safety net. Bits for an
/// instance, and what is said of traces of any length, are limited by half a second. Among the options, what concerns the
/// semantics counts, and the solver for bits. The model may be shared.
Remarks remarksOn(const model::Model& model, const Problem& problem, Verdict verdict, RelianceWanted wanted,
                  const Options& options, const support::Budget& budget);

}  // namespace aunit::solver
