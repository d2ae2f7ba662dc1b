// Adds a budget to an engine that has none.
//
// A search has a thread of its own; the caller watches the budget meanwhile. When the budget is used up the engine is asked to
// stop. CryptoMiniSat and MiniSat may need seconds to notice this request while they read or simplify millions of clauses. In
// this case the search is abandoned: its thread owns all the data that it needs and continues until the engine notices. The next
// search starts with a new engine.
//
// Without threads (support/threads.h) an engine searches for a few thousand conflicts at a time instead.
#pragma once

#include <memory>
#include <semaphore>
#include <span>
#include <vector>

#include "solver/sat/sat.h"
#include "solver/sat/sat_engine.h"
#include "support/threads.h"

namespace aunit::solver {

class BoundedSolver final : public SatSolver {
 public:
  /// The clauses must outlive this object; abandoned searches do not need them.
  BoundedSolver(MakeEngine make, const Cnf& clauses) : make_(make), clauses_(clauses) {}
  ~BoundedSolver() override;

  Answer solve(std::span<const int> assumptions, const support::Budget& budget) override { return solve(assumptions, budget, 0); }
  /// Like the other solve(), but also answers `unknown` after about `conflicts` conflicts (0: no limit).
  Answer solve(std::span<const int> assumptions, const support::Budget& budget, int conflicts);
  /// Like solve(), but for builds without threads (support/threads.h): checks the budget every few thousand conflicts.
  Answer solveInTurns(std::span<const int> assumptions, const support::Budget& budget, int conflicts = 0);
  bool value(int variable) const override;
  std::vector<int> conflict() const override;
  void keep(int variable) override { kept_.push_back(variable); }
  void keepAll() override { keepAll_ = true; }
  /// See the members of Engine with these names.
  void prefer(int literal) { preferred_.push_back(literal); }
  void limitPropagations(std::int64_t most) { mostPropagations_ = most; }
  std::int64_t propagations() const;

  /// Lets all solvers answer the same question at the same time; the first answer ends the other searches. Returns the solver
  /// with the answer, or null if the budget ended first. If a search throws, the others continue; the exception is rethrown if
  /// none of them has an answer.
  static BoundedSolver* race(std::span<BoundedSolver* const> solvers, std::span<const int> assumptions,
                             const support::Budget& budget, int conflicts = 0);
  /// The answer of the last search.
  Answer answer() const;

 private:
  struct Search;
  using Bell = std::counting_semaphore<>;
  Answer search(std::span<const int> assumptions, int conflicts);
  void prepare(std::span<const int> assumptions, int conflicts);
  void start(std::span<const int> assumptions, int conflicts, const std::shared_ptr<Bell>& bell);
  bool done() const;
  void stop();
  void leave();

  const MakeEngine make_;
  const Cnf& clauses_;
  std::vector<int> kept_;
  bool keepAll_ = false;
  std::vector<int> preferred_;
  std::int64_t mostPropagations_ = 0;
  std::shared_ptr<Search> search_;  // null while there is no engine
  support::Thread thread_;          // exists only while a search runs
};

}  // namespace aunit::solver
