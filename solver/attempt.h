// One translation with a SAT solver that holds its clauses: questions about traces of one fixed number of states.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solver/refutation.h"
#include "solver/sat.h"
#include "solver/translation.h"

namespace aunit::solver {

/// How often will a problem be asked about? What is asked about once may be simplified for good and thrown away.
enum class Questions : std::uint8_t { one, many };

class Attempt {
 public:
  /// Translates; its solver may use so many threads. Throws Exhausted and Unsupported. The groundwork must outlive this.
  Attempt(const Groundwork& groundwork, int states, Threads threads, Questions questions, const Budget& budget);

  /// From now on it is asked whether these hold too, of traces that branch off so (null: of all), and instances excluded before
  /// count again. Throws as the constructor does.
  void ask(std::span<const Conjunct> goals, const Branch* branch, const Budget& budget);
  /// What a step outside solve may spend.
  void setBudget(const Budget& budget) { translation_.setBudget(budget); }
  /// See Translation.
  void forget(model::ExprId first) { translation_.forget(first); }

  Answer solve(const Budget& budget);
  /// After `satisfiable`.
  model::Instance instance();
  Witnesses witnesses(const model::Instance& instance) const { return translation_.witnesses(instance); }
  /// Excludes the instance found last from later calls of solve, until other goals are asked about.
  void block();
  /// After `unsatisfiable`: see refutation.h.
  Refutation refute(Keep keep, const Budget& budget) const;
  /// After `unsatisfiable` of an attempt made with Options::core: where the parts of what must hold stand that contradict each
  /// other, none of them superfluous as far as the budget allowed to find out.
  std::vector<model::Span> core(const Budget& budget);

  std::size_t primaryVariables() const { return translation_.primaryVariables(); }
  std::size_t variables() const { return static_cast<std::size_t>(translation_.cnf().variables); }
  std::size_t clauses() const { return translation_.cnf().clauses; }

 private:
  Translation::Values values() const;

  Questions questions_;
  Translation translation_;
  std::unique_ptr<SatSolver> solver_;
  std::vector<model::Span> goals_;  // of those of the selectors that stand behind those of the problem
  std::vector<int> assumptions_;    // selectors, then the literal below
  int excluding_ = 0;               // while it holds instances are excluded; 0: none were, or they are for good
};

}  // namespace aunit::solver
