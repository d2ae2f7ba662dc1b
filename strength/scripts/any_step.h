// Proofs that need no behaviour: what no two steps can show, wherever they begin, no behaviour shows.
#pragma once

#include <memory>

#include "model/changes/extension.h"
#include "solver/session/session.h"
#include "support/budget.h"

namespace aunit::strength::scripts {

/// Two steps from a state that need not be reachable: of the facts only what they say of what never changes, of each state and of
/// each step counts.
class AnyStep {
 public:
  AnyStep(model::Extension& extension, const model::Scope& scope, const solver::Options& options);

  /// Whether no two steps meet a formula about the first state, the first step, or both steps: a proof for behaviours of any
  /// length in this scope. False if the solver gives up.
  bool excludes(model::ExprId formula, const support::Budget& budget);

 private:
  std::unique_ptr<solver::Session> session_;
};

}  // namespace aunit::strength::scripts
