// Improves a solution of clauses until as few costs (solver/translation/aims.h) as possible arise. Uses linear search from above:
// each aim has one counter of its costs (Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005). If
// a counter would be too large, costs are first removed one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/sat/bounded_solver.h"
#include "solver/translation/aims.h"

namespace aunit::solver {

/// Works on a copy of the clauses. Uses MiniSat and measures the work in its propagations, so that results do not depend on the
/// machine or its load. The budget is a safety net.
class Descent {
 public:
  /// `solution[v]` is the value of variable v. These values do not matter if the caller calls begin(). The last variables may be
  /// missing in `solution` if their values are not known. Throws Exhausted if there is not enough memory.
  Descent(const Cnf& clauses, std::vector<int> assumptions, std::vector<bool> solution, const support::Budget& budget);

  /// For callers that have no solution yet: finds one. MiniSat's free decisions favour the aims.
  Answer begin(std::span<const Aim> aims);
  /// Optimises the aims one after the other, without worsening earlier aims. Returns true if the search proved that no solution
  /// is better in certain aims: if the first aim has Aim::proved, in those with Aim::proved, otherwise in those with
  /// Aim::claimed. If all aims are proved optimal, solution() is then the first of the optimal solutions in RankedAims::order. It
  /// does not depend on the solution that was known before.
  bool reach(const RankedAims& wishes, std::int64_t propagations);
  /// Work done, in propagations.
  std::int64_t spent() const { return solver_.propagations() + built_; }
  /// The best solution so far.
  const std::vector<bool>& solution() const { return solution_; }

 private:
  using Group = std::vector<int>;  // for each cost, a literal that is true if the cost arises
  bool holds(int literal) const;
  std::size_t worst(const Aim& aim) const;
  Answer solve(std::vector<int> assumptions, std::int64_t propagations);
  void incline(std::span<const Aim> aims);
  void inclineToSolution();
  void ascend(const RankedAims& wishes, std::int64_t propagations);
  bool descend(std::span<const Aim> aims, std::int64_t propagations);
  void settle(std::span<const int> order, std::int64_t propagations);
  bool minimise(const Aim& aim, std::size_t least, std::int64_t propagations);
  void thinOut(const Aim& aim, const Group& costs, std::int64_t end, std::size_t enough);
  int literalOf(const Cost& cost);
  std::vector<int> counter(const Group& costs, std::size_t limit);
  void add(std::initializer_list<int> clause) { clauses_.add({clause.begin(), clause.size()}); }

  Cnf clauses_;
  BoundedSolver solver_;
  const std::vector<int> assumptions_;
  std::vector<bool> solution_;
  const std::size_t variables_;  // number of variables of the solution
  const support::Budget budget_;
  /// `inclined_`: after begin(), free decisions take the values that the aims want. `guided_`: free decisions take the values of
  /// the best solution so far.
  bool inclined_ = false, guided_ = false;
  std::int64_t built_ = 0;  // work of making clauses, in propagations
};

}  // namespace aunit::solver
