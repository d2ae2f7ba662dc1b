// Uses the solver to prove that requirements are infeasible, which means that no valuation can meet them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "coverage/extract.h"
#include "model/model.h"
#include "model/semantics.h"
#include "support/budget.h"

namespace aunit::coverage {

/// Whether two scopes are equal. Ignores their places in the text.
bool sameScope(const model::Scope& a, const model::Scope& b);

/// The different scopes of the model's commands. A growing scope counts as several scopes, one for each step. If there are no
/// commands, the default scope. Empty if a scope grows without end, because nothing can be proved for infinitely many scopes.
std::vector<model::Scope> scopesOfCommands(const model::Model& model);

/// A requirement is infeasible if no valuation in the scope of any command meets it. Valuations respect the declarations but may
/// violate facts, because failing tests count for coverage, too. A valuation meets a requirement if the requirement's subject has
/// the required value in a fact, in an assertion, or in a predicate (alone, or called from another paragraph). The subject is
/// evaluated for all bindings of the quantifiers around it, as if the evaluator skipped no operand.
class Feasibility {
 public:
  struct Options {
    model::Semantics semantics{};
    support::Limits limits{.seconds = 2};  // for each question to the solver; undecided requirements count as feasible
  };

  Feasibility(const model::Model& model, const ModelRequirements& requirements, Options options);
  ~Feasibility();

  /// The requirements in `open` that are infeasible. Omits implicit constraints: a valuation satisfies them by definition.
  Bits infeasible(const Bits& open);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::coverage
