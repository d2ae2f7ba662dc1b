#include "solver/sat/sat.h"

#include <cstdint>
#include <optional>

#include "solver/sat/bounded_solver.h"
#include "support/threads.h"

namespace aunit::solver {

namespace {

// The order of the solvers follows from measurements (bench/portfolio, bench/hard). CryptoMiniSat is fastest on easy relational
// CNFs, so it searches first. On other CNFs MiniSat, which eliminates variables first, is usually faster, so it is the second.
// CaDiCaL is faster in long runs. It joins MiniSat in a race, and after half a second it continues alone: MiniSat rarely wins
// later, and costs as much as CaDiCaL. If there are very many clauses, MiniSat's elimination alone takes longer than the whole
// search of another solver. Then CaDiCaL is the first, and has more time before the race.
constexpr int easy = 200;         // limit for conflicts of CryptoMiniSat, which searches first
constexpr int beforeRace = 2000;  // conflicts of MiniSat before CaDiCaL joins
constexpr int quick = 200;        // limit for conflicts of a question to the "quick" solver
// A budget may limit the number of checks instead of the time. A turn of MiniSat takes longer with more clauses, so isOver()
// makes one more check for each 1000 clauses.
constexpr std::size_t clausesOfQuestion = 1000;
// Without a race: limit for the conflicts of MiniSat; then CaDiCaL continues. With a race and very many clauses: limit for the
// conflicts of CaDiCaL before the race.
constexpr int alone = 50'000;
constexpr std::int64_t racing = 3'000'000;  // limit for propagations of MiniSat in a race; takes about half a second
constexpr std::size_t veryMany = 40'000;    // with more clauses than this, CaDiCaL begins

class Portfolio final : public SatSolver {
 public:
  Portfolio(const Cnf& clauses, Threads threads, MakeEngine cadical)
      : races_(threads == Threads::race && support::cores() > 1), minisat_(makeMiniSat, clauses), cadical_(cadical, clauses) {
    const bool many = clauses.clauses > veryMany;
    if (!many && hasCryptoMiniSat) opening_.emplace(makeCryptoMiniSat, clauses);
    leader_ = many ? &cadical_ : &minisat_;
  }

  Answer solve(std::span<const int> assumptions, const support::Budget& budget) override {
    if (opening_) {
      winner_ = &*opening_;
      const Answer answer = opening_->solve(assumptions, budget, easy);
      if (answer != Answer::unknown || budget.exhausted()) return answer;
      opening_.reset();  // CryptoMiniSat reached its limit; later questions are not expected to be easier
    }
    winner_ = leader_;
    minisat_.limitPropagations(0);
    const bool many = leader_ == &cadical_;
    if (races_ || !many) {
      const int conflicts = races_ && !many ? beforeRace : alone;
      const Answer answer = leader_->solve(assumptions, budget, conflicts);
      if (answer != Answer::unknown || budget.exhausted()) return answer;
    }
    if (!races_) {
      winner_ = &cadical_;
      return cadical_.solve(assumptions, budget);
    }
    minisat_.limitPropagations(minisat_.propagations() + racing);
    BoundedSolver* const members[] = {&cadical_, &minisat_};
    winner_ = BoundedSolver::race(members, assumptions, budget);
    return winner_ ? winner_->answer() : Answer::unknown;
  }

  bool value(int variable) const override { return winner_->value(variable); }
  std::vector<int> conflict() const override { return winner_->conflict(); }
  void keep(int variable) override {
    cadical_.keep(variable);
    minisat_.keep(variable);
  }
  void keepAll() override {
    cadical_.keepAll();
    minisat_.keepAll();
  }

 private:
  const bool races_;
  std::optional<BoundedSolver> opening_;  // CryptoMiniSat; removed when a question needs more than `easy` conflicts
  BoundedSolver minisat_;
  BoundedSolver cadical_;
  BoundedSolver* leader_;
  BoundedSolver* winner_ = nullptr;
};

/// Checks the budget `questions` times, and more often if there are more clauses, because a turn of MiniSat then takes longer.
/// Returns whether the budget has ended.
bool isOver(const support::Budget& budget, std::size_t questions, const Cnf& clauses) {
  for (std::size_t i = 0; i < questions + clauses.clauses / clausesOfQuestion; ++i)
    if (budget.exhausted()) return true;
  return false;
}

/// MiniSat with a limit of a few hundred conflicts, so that the answer to a question is deterministic.
class LimitedMiniSat final : public SatSolver {
 public:
  explicit LimitedMiniSat(const Cnf& clauses) : clauses_(clauses), minisat_(makeMiniSat, clauses) {}

  Answer solve(std::span<const int> assumptions, const support::Budget& budget) override {
    return isOver(budget, 0, clauses_) ? Answer::unknown : minisat_.solve(assumptions, budget, quick);
  }
  bool value(int variable) const override { return minisat_.value(variable); }
  std::vector<int> conflict() const override { return minisat_.conflict(); }
  void keep(int variable) override { minisat_.keep(variable); }
  void keepAll() override { minisat_.keepAll(); }

 private:
  const Cnf& clauses_;
  BoundedSolver minisat_;
};

/// MiniSat in turns of a few hundred conflicts, between which the budget is checked.
class InterruptibleMiniSat final : public SatSolver {
 public:
  explicit InterruptibleMiniSat(const Cnf& clauses) : clauses_(clauses), minisat_(makeMiniSat, clauses) {}

  Answer solve(std::span<const int> assumptions, const support::Budget& budget) override {
    for (;;) {
      const Answer answer = minisat_.solve(assumptions, budget, quick);
      if (answer != Answer::unknown || isOver(budget, questionsOfTurn, clauses_)) return answer;
    }
  }
  bool value(int variable) const override { return minisat_.value(variable); }
  std::vector<int> conflict() const override { return minisat_.conflict(); }
  void keep(int variable) override { minisat_.keep(variable); }
  void keepAll() override { minisat_.keepAll(); }

 private:
  /// One turn counts as this many checks of the budget, because MiniSat itself makes no checks. Other code takes about as long as
  /// a turn for this many checks.
  static constexpr std::size_t questionsOfTurn = 10;

  const Cnf& clauses_;
  BoundedSolver minisat_;
};

}  // namespace

std::unique_ptr<SatSolver> makeSolver(std::string_view name, const Cnf& clauses, Threads threads) {
  if (name == "portfolio") return std::make_unique<Portfolio>(clauses, threads, makeCadical);
  if (name == "refuting") return std::make_unique<Portfolio>(clauses, threads, makeRefutingCadical);
  if (name == "cryptominisat" && hasCryptoMiniSat) return std::make_unique<BoundedSolver>(makeCryptoMiniSat, clauses);
  if (name == "cadical") return std::make_unique<BoundedSolver>(makeCadical, clauses);
  if (name == "quick") return std::make_unique<LimitedMiniSat>(clauses);
  if (name == "steady") return std::make_unique<InterruptibleMiniSat>(clauses);
  if (name == "minisat") return std::make_unique<BoundedSolver>(makeMiniSat, clauses);
  return nullptr;
}

std::vector<std::string> solverNames() {
  std::vector<std::string> names = {"portfolio", "cryptominisat", "cadical", "minisat"};
  if (!hasCryptoMiniSat) std::erase(names, "cryptominisat");
  return names;
}

}  // namespace aunit::solver
