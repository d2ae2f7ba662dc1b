// Entailments among the model's own facts, and between facts and the formula of a command.
#pragma once

#include <cstdint>
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

/// The conjuncts of a formula, also those inside `all`, `always`, `let` and the right side of `implies`, each as a formula of its
/// own; none for `true`. `make` appends to the model.
std::vector<Conjunct> takenApart(const model::Model& model, model::Nodes& make, model::ExprId formula);

/// Returns a valid formula that mentions every string literal in the formulas and in functions that they call; noId if there are
/// no literals. Use it as a goal if a problem leaves out some of the formulas. String has only the literals that a problem and
/// its goals mention, so this goal keeps the literals of the omitted formulas.
model::ExprId literalsStay(const model::Model& model, model::Nodes& make, std::span<const model::ExprId> formulas);

/// The conjuncts of the user's facts, and questions about chosen conjuncts. Blocks after signatures are included, and
/// conjunctions inside `all`, `always`, `let` and `implies` are split. The facts of libraries and the declarations always hold.
class Entailment {
 public:
  using Chosen = std::vector<char>;  // by conjunct: whether it is chosen

  /// The questions are asked in the scopes of `problems`. The formulas of the problems are ignored.
  Entailment(model::Extension& extension, std::span<const Problem> problems, const Options& options,
             const support::Budget& budget);

  /// Sets the budget of all further questions.
  void limit(const support::Budget& budget) { budget_ = budget; }

  const std::vector<Conjunct>& conjuncts() const { return conjuncts_; }
  /// The paragraph of a conjunct: a fact, or a signature with a block. sources() has one for each element of conjuncts().
  struct Source {
    model::Paragraph::Kind kind = model::Paragraph::Kind::fact;
    std::uint32_t id = model::noId;
    bool operator==(const Source&) const = default;
  };
  const std::vector<Source>& sources() const { return sources_; }
  Chosen all() const { return Chosen(conjuncts_.size(), 1); }

  /// The goal with which ask() finds out whether a claim follows: a formula that is true if the claim is not true.
  model::ExprId denied(model::ExprId claim);

  /// Whether the chosen conjuncts and a goal (noId: none) can all hold in the scope of at least one problem. If `denied(claim)`
  /// is the goal, `unsatisfiable` means that the claim follows from the conjuncts.
  Verdict ask(const Chosen& chosen, model::ExprId goal = model::noId);

  struct Smallest {
    std::vector<model::Span> places;
    bool minimal = true;  // false if time ended, so that some conjuncts were not tried for removal
    Chosen chosen;        // the conjuncts at `places`
  };
  /// Requires that the chosen conjuncts contradict each other or the goal. Returns a minimal subset whose conjuncts still
  /// contradict each other or the goal.
  Smallest smallest(Chosen chosen, model::ExprId goal = model::noId);

  /// Requires that the chosen conjuncts contradict the goal in the scopes of the problems. Finds out whether they contradict the
  /// goal for any number of atoms. Ends after at most `seconds`, or at a request to stop. The budget does not limit this call.
  AllScopes beyond(const Chosen& chosen, model::ExprId goal, double seconds);

 private:
  std::vector<model::ExprId> goals(const Chosen& chosen, model::ExprId goal) const;

  const model::Model& model_;
  std::vector<Problem> problems_;
  const Options options_;
  support::Budget budget_;
  model::Nodes& make_;
  const Logic logic_;
  std::map<model::ExprId, model::ExprId> without_;  // by claim: the formula that denied() returns
  std::vector<Conjunct> conjuncts_;
  std::vector<Source> sources_;
  std::vector<model::ExprId> given_;  // facts of library modules, and what literalsStay() returns for all facts
  std::vector<std::unique_ptr<Background>> backgrounds_;
};

}  // namespace aunit::solver
