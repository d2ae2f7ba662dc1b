// Proofs with two steps only. If no two successive steps, from whatever state, meet a goal, no behaviour meets the goal.
#pragma once

#include <memory>

#include "model/changes/extension.h"
#include "solver/session/session.h"
#include "support/budget.h"

namespace aunit::strength::scripts {

/// All pairs of successive steps. The first step may start in any state, reachable or not. Uses the facts about static relations,
/// about each state and about each step; ignores all other facts.
class AnyStep {
 public:
  AnyStep(model::Extension& extension, const model::Scope& scope, const solver::Options& options);

  /// Returns true if no two successive steps satisfy the formula, which may be about the first state, the first step, or both
  /// steps. Then no behaviour of any length in this scope satisfies it. Returns false if two steps satisfy it, or if the solver
  /// does not decide.
  bool excludes(model::ExprId formula, const support::Budget& budget);

 private:
  std::unique_ptr<solver::Session> session_;
};

}  // namespace aunit::strength::scripts
