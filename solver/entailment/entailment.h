// Entailments among the model's own facts.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "model/changes/extension.h"
#include "model/model.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/entailment/logic.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "solver/session/background.h"
#include "support/budget.h"

namespace aunit::solver {

/// The conjuncts of the user's facts (those behind signatures included, conjunctions behind `all`, `always`, `let` and `implies`
/// taken apart), and questions about some of them. What libraries say and the declarations are taken for granted.
class Entailment {
 public:
  using Chosen = std::vector<char>;  // by conjunct

  /// In the scopes of these problems, whose formulas do not count.
  Entailment(model::Extension& extension, std::span<const Problem> problems, const Options& options,
             const support::Budget& budget);

  const std::vector<Conjunct>& conjuncts() const { return conjuncts_; }
  Chosen all() const { return Chosen(conjuncts_.size(), 1); }

  /// Whether the chosen conjuncts can hold in some scope without a claim (noId: at all): `unsatisfiable` if the claim follows
  /// from them.
  Verdict ask(const Chosen& chosen, model::ExprId claim = model::noId);

  struct Smallest {
    std::vector<model::Span> places;
    bool minimal = true;  // no: the time ended before all were tried
    Chosen chosen;        // the conjuncts at those places
  };
  /// Of conjuncts that contradict each other, or from which a claim follows, a set of which that is still so and of which none
  /// can be spared.
  Smallest smallest(Chosen chosen, model::ExprId claim = model::noId);

  /// Where that is so in all scopes: whether it is for any number of atoms. The budget ends it only by a request to stop.
  AllScopes beyond(const Chosen& chosen, model::ExprId claim, double seconds);

 private:
  std::vector<model::ExprId> goals(const Chosen& chosen, model::ExprId claim);

  const model::Model& model_;
  std::vector<Problem> problems_;
  const Options options_;
  const support::Budget budget_;
  model::Nodes& make_;
  const Logic logic_;
  std::map<model::ExprId, model::ExprId> without_;  // by claim: that it does not hold
  std::vector<Conjunct> conjuncts_;
  std::vector<model::ExprId> given_;  // facts of library modules
  std::vector<std::unique_ptr<Background>> backgrounds_;
};

}  // namespace aunit::solver
