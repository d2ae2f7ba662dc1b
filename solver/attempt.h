// One translation of a problem: for traces of one fixed number of states, from bounds to a SAT solver that holds its clauses.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/instance.h"
#include "solver/analysis.h"
#include "solver/cnf.h"
#include "solver/decode.h"
#include "solver/lasso.h"
#include "solver/leaves.h"
#include "solver/sat.h"
#include "solver/search.h"
#include "solver/trace.h"

namespace aunit::solver {

/// A formula that must hold, and the place to show when it takes part in a contradiction.
struct Conjunct {
  model::ExprId formula = model::noId;
  model::Span span;
};

/// Everything that a problem asserts, conjunctions taken apart.
std::vector<Conjunct> conjunctsOf(const model::Model& model, const Problem& problem);

/// Literals that the symmetry breaking predicate compares; 0: all symmetric instances are wanted.
int symmetryLength(const Problem& problem, const Options& options);

class Attempt {
 public:
  /// Translates for traces of so many states; its solver may use so many threads. Throws Exhausted and
  /// Unsupported. All references must outlive this.
  Attempt(const model::Model& model, const Analysis& analysis, const Bounds& bounds, const Problem& problem,
          const Options& options, std::span<const Conjunct> conjuncts, int states, Threads threads, const Budget& budget);

  Answer solve(const Budget& budget);
  /// After `satisfiable`.
  model::Instance instance();
  /// The values in that instance of the variables of existential quantifiers in front.
  Witnesses witnesses(const model::Instance& instance) const;
  /// Excludes the instance found last from later calls of solve.
  void block();
  /// After `unsatisfiable` of an attempt made with Options::core: indices of conjuncts that contradict each other, none of them
  /// superfluous as far as the budget allowed to find out.
  std::vector<std::size_t> core(const Budget& budget);

  int states() const { return trace_.length; }
  std::size_t primaryVariables() const { return circuit_.inputCount(); }
  std::size_t variables() const { return static_cast<std::size_t>(encoder_.cnf().variables); }
  std::size_t clauses() const { return encoder_.cnf().clauses; }
  double translateMs() const { return translateMs_; }
  double solveMs() const { return solveMs_; }

 private:
  void translate(std::span<const Conjunct> conjuncts, const Problem& problem);
  Lit structure();
  void flush();
  bool inputValue(std::uint32_t node) const;

  const model::Model& model_;
  const Bounds& bounds_;
  const Options& options_;
  Budget budget_;
  Circuit circuit_;
  Algebra algebra_;
  Leaves leaves_;
  Trace trace_;
  LassoTranslator translator_;
  CnfEncoder encoder_;
  std::unique_ptr<SatSolver> solver_;
  std::size_t flushed_ = 0;
  std::vector<int> selectors_;  // one for each conjunct, with Options::core
  double translateMs_ = 0;
  double solveMs_ = 0;
};

}  // namespace aunit::solver
