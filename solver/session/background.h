// The background of a problem: declarations and facts, with a session for each scope that is searched.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "solver/session/session.h"
#include "support/budget.h"

namespace aunit::solver {

class Background {
 public:
  enum class Facts : std::uint8_t { kept, dropped };

  /// The background is `problem` without its formula. Uses only the solver, the semantics, `symmetry`, `skolemDepth` and
  /// `limits.stop` of `options`. The model may grow while this object exists. `bounds`: as in Options.
  Background(const model::Model& model, const Problem& problem, Facts facts, const Options& options,
             SharedBounds* bounds = nullptr);

  /// Whether declarations, facts and goals can hold together: `satisfiable` if they can in one of the scopes, `unsatisfiable` if
  /// in none, `unknown` if the scope grows forever or the budget ends.
  Verdict ask(std::span<const model::ExprId> goals, const support::Budget& budget);
  /// Like ask(), but returns the instance, too. Evaluation has verified it.
  Result find(std::span<const model::ExprId> goals, const support::Budget& budget);

  /// A minimal unsat core of the background, without goals, in the largest scope. Requires that the background has no instance.
  std::vector<model::Span> core(const support::Budget& budget) const;

 private:
  Result answer(std::span<const model::ExprId> goals, const support::Budget& budget, bool verify);
  Problem in(const model::Scope& scope) const;

  const model::Model& model_;
  Problem background_;
  Options how_;
  std::vector<model::Scope> scopes_;
  std::vector<std::unique_ptr<Session>> sessions_;  // by scope
};

}  // namespace aunit::solver
