#include "solver/sat.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "solver/sat_solvers.h"

namespace aunit::solver {

namespace {

// Problems that take longer are worth a second core: on relational CNFs either solver alone is now and then ten times slower.
constexpr auto headStart = std::chrono::milliseconds(300);

/// Two solvers race; the first answer ends the other.
class Portfolio final : public SatSolver {
 public:
  Portfolio() : first_(makeCryptoMiniSat()) {}

  void add(std::span<const int> closedClauses, int variables) override {
    first_->add(closedClauses, variables);
    clauses_.insert(clauses_.end(), closedClauses.begin(), closedClauses.end());
    variables_ = std::max(variables_, variables);
  }

  Answer solve(std::span<const int> assumptions, const Budget& budget) override {
    std::atomic<bool> firstDone = false;
    std::atomic<bool> secondDone = false;
    std::mutex mutex;
    std::condition_variable wake;
    Answer secondAnswer = Answer::unknown;
    std::unique_ptr<SatSolver> second;
    std::thread challenger([&] {
      {
        std::unique_lock lock(mutex);
        if (wake.wait_for(lock, headStart, [&] { return firstDone.load(); })) return;
      }
      try {
        second = makeMiniSat();
        second->add(clauses_, variables_);
        secondAnswer = second->solve(assumptions, budget.stoppedBy(&firstDone));
      } catch (const std::bad_alloc&) {
        return;  // the first goes on alone
      }
      if (secondAnswer != Answer::unknown) secondDone = true;
    });
    Answer answer = Answer::unknown;
    try {
      answer = first_->solve(assumptions, budget.stoppedBy(&secondDone));
    } catch (...) {
      firstDone = true;
      wake.notify_all();
      challenger.join();
      throw;
    }
    {
      const std::lock_guard lock(mutex);
      if (answer != Answer::unknown || !secondDone) firstDone = true;
    }
    wake.notify_all();
    challenger.join();
    winner_.reset();
    if (answer == Answer::unknown && secondAnswer != Answer::unknown) {
      winner_ = std::move(second);
      answer = secondAnswer;
    }
    return answer;
  }

  bool value(int variable) const override { return winner_ ? winner_->value(variable) : first_->value(variable); }
  std::vector<int> conflict() const override { return winner_ ? winner_->conflict() : first_->conflict(); }
  void keep(int variable) override { first_->keep(variable); }
  std::string_view name() const override { return "portfolio"; }

 private:
  std::unique_ptr<SatSolver> first_;
  std::unique_ptr<SatSolver> winner_;  // the second solver, where it was faster
  std::vector<int> clauses_;
  int variables_ = 0;
};

}  // namespace

std::unique_ptr<SatSolver> makePortfolio() { return std::make_unique<Portfolio>(); }

std::unique_ptr<SatSolver> makeSolver(std::string_view name) {
  if (name == "portfolio") return makePortfolio();
  if (name == "cryptominisat") return makeCryptoMiniSat();
  if (name == "cadical") return makeCadical();
  if (name == "minisat") return makeMiniSat();
  return nullptr;
}

std::vector<std::string> solverNames() { return {"portfolio", "cryptominisat", "cadical", "minisat"}; }

}  // namespace aunit::solver
