// Proves with the solver that requirements are infeasible: no valuation can meet them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "coverage/extract.h"
#include "model/model.h"
#include "model/semantics.h"
#include "support/budget.h"

namespace aunit::coverage {

/// Whether two scopes are equal, ignoring their places in the text.
bool sameScope(const model::Scope& a, const model::Scope& b);

/// The distinct scopes of the model's commands, with each step of a growing scope; the default scope if there are no commands.
/// Empty if a scope grows forever, because nothing can then be proved for all its steps.
std::vector<model::Scope> scopesOfCommands(const model::Model& model);

/// A requirement is infeasible if no valuation in the scope of any command meets it. Valuations respect the declarations, but may
/// violate facts, because failing tests count, too. All places where the subject is evaluated are checked: facts, assertions,
/// predicates alone or called from other paragraphs. Enclosing quantifiers range over all their bindings, as in full evaluation.
class Feasibility {
 public:
  struct Options {
    model::Semantics semantics{};
    support::Limits limits{.seconds = 2};  // per place and scope; undecided requirements count as feasible
  };

  Feasibility(const model::Model& model, const ModelRequirements& requirements, Options options);
  ~Feasibility();

  /// The infeasible members of `open`. Implicit constraints are not checked: an instance that violates one is no valuation.
  Bits infeasible(const Bits& open);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::coverage
