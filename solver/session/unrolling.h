// One translation with a SAT solver that has its clauses: answers questions about traces with one fixed number of states.
#pragma once

#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "solver/sat/refutation.h"
#include "solver/sat/sat.h"
#include "solver/translation/translation.h"

namespace aunit::solver {

/// The number of questions about a problem. With `one`, the clauses may be simplified permanently.
enum class Questions : std::uint8_t { one, many };

class Unrolling {
 public:
  /// Translates the problem. The solver uses `threads`. Throws Exhausted and Unsupported. The grounding must outlive this object.
  Unrolling(const Grounding& grounding, int states, Threads threads, Questions questions, const support::Budget& budget);

  /// Starts a new question, which asks for instances of the problem in which the goals hold. If `branch` is not null, only traces
  /// of this branch count. Instances that were excluded before are possible again. Throws as the constructor does.
  void ask(std::span<const Conjunct> goals, const Branch* branch, const support::Budget& budget);
  /// Sets the budget of functions without a budget parameter.
  void setBudget(const support::Budget& budget) { translation_.setBudget(budget); }
  /// See Translation.
  void forget(model::ExprId first) { translation_.forget(first); }

  Answer solve(const support::Budget& budget);
  /// After `satisfiable`: replaces the solution by a preferred one. Does at most `work` propagations, and subtracts the work done
  /// from `work`. Returns true if the solution is proved best. The budget is a safety net: if it ends, the best solution so far
  /// stays.
  bool prefer(const Preference& preference, std::int64_t& work, const support::Budget& budget);
  /// Searches for the valuation nearest to an instance. With Options::soft, callers use this function instead of solve() and
  /// prefer(). Sets `proved` if it is proved that no valuation violates fewer constraints. Returns `unknown` if the budget
  /// ended before any valuation was found.
  Answer nearest(std::int64_t work, const support::Budget& budget, bool& proved);
  /// The instance that was found; after `satisfiable`.
  model::Instance instance();
  /// See Translation.
  const std::vector<Translation::SoftConstraint>& soft() const { return translation_.soft(); }
  bool isSaid(const Translation::SoftConstraint& soft) const { return values()(std::abs(soft.holds)) == (soft.holds > 0); }
  std::vector<evaluator::Binding> witnesses(const model::Instance& instance) const { return translation_.witnesses(instance); }
  void nameAtoms(model::Instance& instance) const { translation_.nameAtoms(instance); }
  /// Excludes the instance found last from further calls of solve, until the next question.
  void block();
  /// After `unsatisfiable`: see refutation.h.
  Refutation refute(Keep keep, const support::Budget& budget) const;
  /// After `unsatisfiable`, with Options::core: the spans of goals and of parts of the problem that together contradict each
  /// other. The core is minimal unless the budget ends.
  std::vector<model::Span> core(const support::Budget& budget);
  /// Cores of the problem. Each core after the first one lacks a part of the first core. `nearly`: instances in which all parts
  /// except one hold; the part that does not hold is in every core.
  struct Contradictions {
    std::vector<std::vector<model::ExprId>> cores;
    std::vector<model::Instance> nearly;
  };
  Contradictions contradictions(const support::Budget& budget);

  std::size_t primaryVariables() const { return translation_.primaryVariables(); }
  std::size_t variables() const { return static_cast<std::size_t>(translation_.cnf().variables); }
  std::size_t clauses() const { return translation_.cnf().clauses; }

 private:
  Translation::Values values() const;
  using Parts = std::vector<std::size_t>;  // goals and parts of the problem, as indices in assumptions_
  Parts conflicting() const;
  Parts minimal(Parts core, const Parts& needed, const support::Budget& budget);

  Questions questions_;
  Translation translation_;
  std::unique_ptr<SatSolver> solver_;
  std::vector<model::Span> goals_;        // the places of the goals; then, if there is a branch, an empty place for it
  std::vector<int> assumptions_;          // selectors of the problem's parts, of the goals and of the branch, then `excluding_`
  std::vector<bool> preferred_;           // by variable: its value in a preferred solution; empty: the solver's solution is used
  std::vector<std::vector<bool>> found_;  // for Preference::Kind::diverse: the values of all relations in earlier instances
  int excluding_ = 0;  // a literal that excludes earlier instances; 0 if none is excluded, or if they are excluded permanently
};

}  // namespace aunit::solver
