#include "solver/sat.h"

#include <atomic>
#include <optional>
#include <thread>

#include "solver/sat_solvers.h"

namespace aunit::solver {

namespace {

// On relational CNFs CryptoMiniSat is quick to start, CaDiCaL the most even of the three in long runs, and MiniSat now and then
// several times faster than both.
constexpr int openingConflicts = 2000;

/// What the portfolio was told so far.
struct Seen {
  std::vector<int> clauses;
  int variables = 0;
  std::vector<int> kept;
  bool keepAll = false;
};

/// A solver that is given what it has not seen yet when it is needed.
class Runner {
 public:
  explicit Runner(std::unique_ptr<SatSolver> (*make)()) : make_(make) {}

  Answer solve(const Seen& problem, std::span<const int> assumptions, const Budget& budget) {
    if (!solver_) {
      solver_ = make_();
      if (problem.keepAll) solver_->keepAll();
      for (const int v : problem.kept) solver_->keep(v);
    }
    solver_->add(std::span(problem.clauses).subspan(seen_), problem.variables);
    seen_ = problem.clauses.size();
    return solver_->solve(assumptions, budget);
  }
  SatSolver* get() const { return solver_.get(); }

 private:
  std::unique_ptr<SatSolver> (*make_)();
  std::unique_ptr<SatSolver> solver_;
  std::size_t seen_ = 0;
};

class Portfolio final : public SatSolver {
 public:
  explicit Portfolio(Threads threads) : threads_(threads), opening_(makeCryptoMiniSat()), winner_(opening_.get()) {}

  void add(std::span<const int> closedClauses, int variables) override {
    opening_->add(closedClauses, variables);
    problem_.clauses.insert(problem_.clauses.end(), closedClauses.begin(), closedClauses.end());
    problem_.variables = std::max(problem_.variables, variables);
  }

  Answer solve(std::span<const int> assumptions, const Budget& budget, int conflicts) override {
    winner_ = opening_.get();
    const Answer answer = opening_->solve(assumptions, budget, conflicts != 0 ? conflicts : openingConflicts);
    if (answer != Answer::unknown || conflicts != 0 || budget.exhausted()) return answer;
    if (threads_ == Threads::race) return race(assumptions, budget);
    winner_ = nullptr;
    const Answer alone = first_.solve(problem_, assumptions, budget);
    winner_ = first_.get();
    return alone;
  }

  bool value(int variable) const override { return winner_->value(variable); }
  std::vector<int> conflict() const override { return winner_->conflict(); }
  void keep(int variable) override { problem_.kept.push_back(variable); }
  void keepAll() override { problem_.keepAll = true; }
  std::string_view name() const override { return "portfolio"; }

 private:
  /// The first answer ends the other search. One that throws leaves the other to go on alone; what it threw is thrown when that
  /// has no answer either.
  Answer race(std::span<const int> assumptions, const Budget& budget) {
    std::atomic<bool> firstDone = false;
    std::atomic<bool> secondDone = false;
    Answer secondAnswer = Answer::unknown;
    std::exception_ptr failure;
    std::exception_ptr secondFailure;
    std::thread thread([&] {
      try {
        secondAnswer = second_.solve(problem_, assumptions, budget.stoppedBy(&firstDone));
        secondDone = secondAnswer != Answer::unknown;
      } catch (...) {
        secondFailure = std::current_exception();
      }
    });
    Answer answer = Answer::unknown;
    try {
      answer = first_.solve(problem_, assumptions, budget.stoppedBy(&secondDone));
    } catch (...) {
      failure = std::current_exception();
    }
    if (!failure) firstDone = answer != Answer::unknown || !secondDone;
    thread.join();
    winner_ = answer != Answer::unknown ? first_.get() : second_.get();
    if (answer == Answer::unknown) answer = secondAnswer;
    if (!failure) failure = secondFailure;
    if (answer == Answer::unknown && failure) std::rethrow_exception(failure);
    return answer;
  }

  Threads threads_;
  std::unique_ptr<SatSolver> opening_;
  Runner first_{makeCadical};
  Runner second_{makeMiniSat};
  SatSolver* winner_;
  Seen problem_;
};

}  // namespace

std::unique_ptr<SatSolver> makeSolver(std::string_view name, Threads threads) {
  if (name == "portfolio") return std::make_unique<Portfolio>(threads);
  if (name == "cryptominisat") return makeCryptoMiniSat();
  if (name == "cadical") return makeCadical();
  if (name == "minisat") return makeMiniSat();
  return nullptr;
}

std::vector<std::string> solverNames() {
  return {"portfolio", "cryptominisat", "cadical", "minisat"};
}

}  // namespace aunit::solver
