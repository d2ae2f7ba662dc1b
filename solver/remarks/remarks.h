// Remarks beside an answer: what it is worth. By little effort, and the same in every run.
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

/// What there is to say of an answer. Each remark is limited by steps of the translation and by conflicts of MiniSat, about half
/// a second, not by the clock: the same problem has the same remarks in every run, unless the budget ends first. Only remarks on
/// traces of any length are limited by half a second. Of the options, what concerns the semantics counts. The model may be
/// shared.
Remarks remarksOn(const model::Model& model, const Problem& problem, Verdict verdict, RelianceWanted wanted,
                  const Options& options, const support::Budget& budget);

}  // namespace aunit::solver
