// Scopes that grow (`for 1..3 A`): the scopes in which a check looks for a counterexample, one after the other.
#pragma once

#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"

namespace aunit::solver {

/// A scope and its later steps. In each step, every growing signature grows, until one of them cannot grow any more.
class GrowingScope {
 public:
  explicit GrowingScope(model::Scope first);

  const model::Scope& now() const { return now_; }
  /// Takes the next step. Returns false, and changes nothing, if there is none.
  bool grow();
  bool isGrowing(model::SigId sig) const;

 private:
  model::Scope now_;
  std::vector<model::SigId> growing_;
};

/// Returns whether a scope grows without end (`for 1.. A`).
bool growsForever(const model::Scope& scope);

/// Returns the steps of a scope, in their order: one scope unless it grows. Empty if the scope grows forever or takes more than
/// 1,000 steps, because then nothing can be proved about all steps.
std::vector<model::Scope> stepsOf(const model::Scope& scope);

/// Returns the scopes in which a search looks for an instance until it finds one: the first step for a run, all steps for a
/// check.
std::vector<model::Scope> scopesSearched(const Problem& problem);

}  // namespace aunit::solver
