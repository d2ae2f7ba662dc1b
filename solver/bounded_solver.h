// Answers in time from solvers that do not look at the clock.
//
// A search has a thread of its own; whoever wants its answer watches the budget meanwhile. When that is used up the engine is
// asked to stop. CryptoMiniSat and MiniSat take seconds to see it: while they are given millions of clauses or simplify them.
// Then the search is left behind: its thread, which owns all that it needs, goes on until the engine notices, and the next search
// starts with a new engine.
//
// Where there are no threads (model/threads.h) an engine searches for a few thousand conflicts at a time instead.
#pragma once

#include <memory>
#include <semaphore>
#include <span>
#include <thread>
#include <vector>

#include "solver/sat.h"
#include "solver/sat_engine.h"

namespace aunit::solver {

class BoundedSolver final : public SatSolver {
 public:
  /// The clauses must outlive this, though not the searches that were left behind.
  BoundedSolver(MakeEngine make, const Cnf& clauses) : make_(make), clauses_(clauses) {}
  ~BoundedSolver() override;

  Answer solve(std::span<const int> assumptions, const Budget& budget) override { return solve(assumptions, budget, 0); }
  /// `unknown` also after about so many conflicts (0: no limit).
  Answer solve(std::span<const int> assumptions, const Budget& budget, int conflicts);
  /// The same where there are no threads (model/threads.h): the budget is looked at every few thousand conflicts.
  Answer solveInTurns(std::span<const int> assumptions, const Budget& budget, int conflicts = 0);
  bool value(int variable) const override;
  std::vector<int> conflict() const override;
  void keep(int variable) override { kept_.push_back(variable); }
  void keepAll() override { keepAll_ = true; }

  /// All search at the same time for the same; the first answer ends the others. What a search throws leaves the others to go on,
  /// and is thrown when they have no answer either. The one that has it; null: none, when the budget ran out.
  static BoundedSolver* race(std::span<BoundedSolver* const> solvers, std::span<const int> assumptions, const Budget& budget,
                             int conflicts = 0);
  /// That of the last search.
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
  std::shared_ptr<Search> search_;  // null: there is no engine
  std::thread thread_;              // while it searches
};

}  // namespace aunit::solver
