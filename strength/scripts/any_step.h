// Proofs that need two steps only: if no two steps from any state meet a goal, no behaviour meets it.
#pragma once

#include <memory>

#include "model/changes/extension.h"
#include "solver/session/session.h"
#include "support/budget.h"

namespace aunit::strength::scripts {

/// Two steps from any state, reachable or not. Uses the facts about static relations, about each state and about each step;
/// ignores all other facts.
class AnyStep {
 public:
  AnyStep(model::Extension& extension, const model::Scope& scope, const solver::Options& options);

  /// Returns whether there are no two steps that satisfy the formula, which is about the first state, the first step, or both
  /// steps. Then no behaviour of any length in this scope satisfies it. Returns false if the solver does not decide.
  bool excludes(model::ExprId formula, const support::Budget& budget);

 private:
  std::unique_ptr<solver::Session> session_;
};

}  // namespace aunit::strength::scripts
