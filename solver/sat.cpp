#include "solver/sat.h"

#include "solver/bounded_solver.h"

namespace aunit::solver {

namespace {

// On relational CNFs CryptoMiniSat is quick to start, CaDiCaL the most even of the three in long runs, and MiniSat now and then
// several times faster than both.
constexpr int openingConflicts = 2000;

class Portfolio final : public SatSolver {
 public:
  Portfolio(const Cnf& clauses, Threads threads)
      : threads_(threads), opening_(makeCryptoMiniSat, clauses), first_(makeCadical, clauses), second_(makeMiniSat, clauses) {}

  Answer solve(std::span<const int> assumptions, const Budget& budget, int conflicts) override {
    winner_ = &opening_;
    const Answer answer = opening_.solve(assumptions, budget, conflicts != 0 ? conflicts : openingConflicts);
    if (answer != Answer::unknown || conflicts != 0 || budget.exhausted()) return answer;
    BoundedSolver* const racing[] = {&first_, &second_};
    winner_ = BoundedSolver::race(std::span(racing).first(threads_ == Threads::race ? 2 : 1), assumptions, budget);
    return winner_ ? winner_->answer() : Answer::unknown;
  }

  bool value(int variable) const override { return winner_->value(variable); }
  std::vector<int> conflict() const override { return winner_->conflict(); }
  void keep(int variable) override {
    first_.keep(variable);
    second_.keep(variable);
  }
  void keepAll() override {
    first_.keepAll();
    second_.keepAll();
  }

 private:
  const Threads threads_;
  BoundedSolver opening_;
  BoundedSolver first_;
  BoundedSolver second_;
  BoundedSolver* winner_ = nullptr;
};

}  // namespace

std::unique_ptr<SatSolver> makeSolver(std::string_view name, const Cnf& clauses, Threads threads) {
  if (name == "portfolio") return std::make_unique<Portfolio>(clauses, threads);
  if (name == "cryptominisat") return std::make_unique<BoundedSolver>(makeCryptoMiniSat, clauses);
  if (name == "cadical") return std::make_unique<BoundedSolver>(makeCadical, clauses);
  if (name == "minisat") return std::make_unique<BoundedSolver>(makeMiniSat, clauses);
  return nullptr;
}

std::vector<std::string> solverNames() {
  return {"portfolio", "cryptominisat", "cadical", "minisat"};
}

}  // namespace aunit::solver
