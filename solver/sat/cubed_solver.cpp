#include "solver/sat/cubed_solver.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "solver/sat/bounded_solver.h"
#include "solver/sat/cubes.h"
#include "support/budget.h"
#include "support/threads.h"

namespace aunit::solver {

namespace {

class CubedSolver final : public SatSolver {
 public:
  CubedSolver(MakeEngine make, const Cnf& clauses, const Division& division)
      : make_(make), clauses_(clauses), division_(division) {}

  Answer solve(std::span<const int> assumptions, const support::Budget& budget) override {
    assumptions_.assign(assumptions.begin(), assumptions.end());
    winner_ = &solver(0);
    const Answer answer = winner_->solve(assumptions, budget, division_.opening);
    if (answer != Answer::unknown || budget.exhausted()) return answer;
    return solveCubes(partOf(cubesOf(clauses_, assumptions, division_.depth, budget)), budget);
  }

  bool value(int variable) const override { return winner_->value(variable); }
  /// Returns all assumptions, because each cube may have failed for another reason.
  std::vector<int> conflict() const override { return assumptions_; }
  // These do nothing: solver() keeps all variables, because a cube may decide any of them.
  void keep(int) override {}
  void keepAll() override {}

 private:
  BoundedSolver& solver(std::size_t number) {
    while (solvers_.size() <= number) {
      solvers_.push_back(std::make_unique<BoundedSolver>(make_, clauses_));
      solvers_.back()->keepAll();
    }
    return *solvers_[number];
  }

  std::vector<Cube> partOf(std::vector<Cube> cubes) const {
    std::vector<Cube> part;
    for (std::size_t i = division_.part; i < cubes.size(); i += division_.parts) part.push_back(std::move(cubes[i]));
    return part;
  }

  Answer solveCubes(const std::vector<Cube>& cubes, const support::Budget& budget) {
    const std::size_t threads = std::clamp<std::size_t>(cubes.size(), 1, support::hasThreads ? division_.jobs : 1);
    solver(threads - 1);
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> ended = false;
    std::mutex deciding;
    Answer answer = Answer::unsatisfiable;
    support::forEachParallel(threads, static_cast<unsigned>(threads), [&](std::size_t thread) {
      try {
        const support::Budget within = budget.within({.stop = &ended});
        std::vector<int> assumed;
        for (std::size_t i; !ended && (i = next++) < cubes.size();) {
          assumed = assumptions_;
          assumed.insert(assumed.end(), cubes[i].begin(), cubes[i].end());
          const Answer ofCube = solvers_[thread]->solve(assumed, within);
          if (ofCube == Answer::unsatisfiable) continue;
          const std::lock_guard lock(deciding);
          if (ended.exchange(true)) return;
          answer = ofCube;
          winner_ = solvers_[thread].get();
        }
      } catch (...) {
        if (!ended.exchange(true)) throw;  // a failure after the answer does not matter
      }
    });
    return answer;
  }

  const MakeEngine make_;
  const Cnf& clauses_;
  const Division division_;
  std::vector<std::unique_ptr<BoundedSolver>> solvers_;  // one for each thread
  std::vector<int> assumptions_;
  BoundedSolver* winner_ = nullptr;
};

}  // namespace

std::unique_ptr<SatSolver> makeCubedSolver(std::string_view name, const Cnf& clauses, const Division& division) {
  // Here "portfolio" is CaDiCaL alone: cubes are for long searches, in which CaDiCaL's running time varies least.
  const MakeEngine make = name == "portfolio" || name == "cadical"      ? makeCadical
                          : name == "cryptominisat" && hasCryptoMiniSat ? makeCryptoMiniSat
                          : name == "minisat"                           ? makeMiniSat
                                                                        : nullptr;
  return make ? std::make_unique<CubedSolver>(make, clauses, division) : nullptr;
}

}  // namespace aunit::solver
