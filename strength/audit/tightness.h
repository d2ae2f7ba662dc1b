// Measures how tight the facts are for a check that holds: counts the mutants of the facts that have a counterexample to it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/entailment/entailment.h"
#include "solver/options.h"
#include "strength/audit/audit.h"
#include "support/budget.h"

namespace aunit::strength::audit {

/// A check that holds, and the paragraphs from which it follows. If a mutant changes another paragraph, the check still holds.
struct HoldingCheck {
  model::CommandId command = model::noId;
  std::vector<solver::Entailment::Source> needs;
};

/// Tries mutants (mutation/mutants.h) of facts and of the blocks of facts after signatures, at most a few hundred for all checks
/// together. To get the same results in each run, limits each question by its translation steps and conflicts, not by seconds.
/// If the budget ends first, tries fewer mutants. Returns one result for each check, in the order of `checks`.
std::vector<Tightness> tightnessOf(const parser::Loaded& loaded, std::span<const HoldingCheck> checks,
                                   const solver::Options& options, const support::Budget& budget);

/// "3 of 14 mutants of the facts have a counterexample".
std::string textOf(const Tightness& tightness);

}  // namespace aunit::strength::audit
