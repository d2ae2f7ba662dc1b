// Which requirements no valuation can meet, proved by the solver.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "coverage/extract.h"
#include "model/model.h"
#include "model/semantics.h"
#include "support/budget.h"

namespace aunit::coverage {

/// Whether two scopes say the same, in whichever place.
bool sameScope(const model::Scope& a, const model::Scope& b);

/// The scopes that commands of the model state, each once, with all steps of one that grows; the default one if there are no
/// commands. None if one grows forever: nothing is impossible in all of its steps then.
std::vector<model::Scope> scopesOfCommands(const model::Model& model);

/// A requirement is infeasible when no valuation that respects the declarations (facts need not hold: failing tests count too)
/// meets it, in any scope that a command of the model states. Every place where its subject is evaluated is asked for: a fact, a
/// predicate on its own or called from another paragraph, an assertion, with enclosing quantifiers ranging over all their
/// bindings as full evaluation does.
class Feasibility {
 public:
  struct Options {
    model::Semantics semantics{};
    support::Limits limits{.seconds = 2};  // of one place in one scope; undecided requirements count as feasible
  };

  Feasibility(const model::Model& model, const ModelRequirements& requirements, Options options);
  ~Feasibility();

  /// The infeasible members of `open`. Implicit constraints are not asked about: whatever violates them is no valuation.
  Bits infeasible(const Bits& open);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::coverage
