// Entailments among the model's own facts, and between them and what a command asks.
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

/// The conjuncts of a formula, conjunctions behind `all`, `always`, `let` and `implies` taken apart, each a formula of its own;
/// none of `true`. `make` appends to the model.
std::vector<Conjunct> takenApart(const model::Model& model, model::Nodes& make, model::ExprId formula);

/// A formula that holds, and mentions every string literal of the formulas and of what they call; noId if there are none. String
/// has the atoms that a problem and its goals mention: with this goal also those of formulas that are left out.
model::ExprId literalsStay(const model::Model& model, model::Nodes& make, std::span<const model::ExprId> formulas);

/// The conjuncts of the user's facts (blocks behind signatures included, conjunctions behind `all`, `always`, `let` and `implies`
/// taken apart), and questions about some of them. What libraries say and the declarations are taken for granted.
class Entailment {
 public:
  using Chosen = std::vector<char>;  // by conjunct

  /// In the scopes of these problems, whose formulas do not count.
  Entailment(model::Extension& extension, std::span<const Problem> problems, const Options& options,
             const support::Budget& budget);

  const std::vector<Conjunct>& conjuncts() const { return conjuncts_; }
  /// The paragraph of each conjunct, in the same order: a fact, or the signature in front of the block.
  struct Source {
    model::Paragraph::Kind kind = model::Paragraph::Kind::fact;
    std::uint32_t id = model::noId;
    bool operator==(const Source&) const = default;
  };
  const std::vector<Source>& sources() const { return sources_; }
  Chosen all() const { return Chosen(conjuncts_.size(), 1); }

  /// The goal by which is asked whether a claim follows: that it does not hold.
  model::ExprId denied(model::ExprId claim);

  /// Whether the chosen conjuncts can hold in some scope together with a goal (noId: none). `unsatisfiable` with `denied(claim)`:
  /// the claim follows from them.
  Verdict ask(const Chosen& chosen, model::ExprId goal = model::noId);

  struct Smallest {
    std::vector<model::Span> places;
    bool minimal = true;  // no: the time ended before all were tried
    Chosen chosen;        // the conjuncts at those places
  };
  /// Reduces conjuncts that contradict each other, or the goal, to a minimal set that still does.
  Smallest smallest(Chosen chosen, model::ExprId goal = model::noId);

  /// Where that is so in all scopes: whether it is for any number of atoms. The budget ends it only by a request to stop.
  AllScopes beyond(const Chosen& chosen, model::ExprId goal, double seconds);

 private:
  std::vector<model::ExprId> goals(const Chosen& chosen, model::ExprId goal) const;

  const model::Model& model_;
  std::vector<Problem> problems_;
  const Options options_;
  const support::Budget budget_;
  model::Nodes& make_;
  const Logic logic_;
  std::map<model::ExprId, model::ExprId> without_;  // by claim: that it does not hold
  std::vector<Conjunct> conjuncts_;
  std::vector<Source> sources_;
  std::vector<model::ExprId> given_;  // facts of library modules, and that the literals of all facts are there
  std::vector<std::unique_ptr<Background>> backgrounds_;
};

}  // namespace aunit::solver
