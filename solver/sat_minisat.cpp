// MiniSat with its simplifier (Een & Sorensson, SAT 2003; Een & Biere, SAT 2005) behind the SatSolver interface.
#include <minisat/simp/SimpSolver.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>

#include "solver/sat_solvers.h"
#include "solver/watchdog.h"

// MiniSat defines its truth values as macros.
#undef l_True
#undef l_False
#undef l_Undef

namespace aunit::solver {

namespace {

// A search of so many conflicts among so few literals is over before a watchdog thread is worth its start.
constexpr std::int64_t shortSearch = 2000;
constexpr std::size_t fewLiterals = 20'000;

/// MiniSat's own exception is derived from nothing.
template <class Call>
auto convertingExceptions(Call call) {
  try {
    return call();
  } catch (const Minisat::OutOfMemoryException&) {
    throw std::bad_alloc();
  }
}

class MiniSat final : public SatSolver {
 public:
  void add(std::span<const int> closedClauses, int variables) override {
    convertingExceptions([&] { addClauses(closedClauses, variables); });
  }
  Answer solve(std::span<const int> assumptions, const Budget& budget, int conflicts) override {
    return convertingExceptions([&] { return search(assumptions, budget, conflicts); });
  }

  bool value(int variable) const override {
    const auto index = static_cast<std::size_t>(variable - 1);
    return index < model_.size() && model_[index];
  }

  std::vector<int> conflict() const override { return conflict_; }

  void keep(int variable) override {
    convertingExceptions([&] {
      while (solver_.nVars() < variable) solver_.newVar();
      solver_.setFrozen(variable - 1, true);
    });
  }
  void keepAll() override { simplified_ = true; }
  std::string_view name() const override { return "minisat"; }

 private:
  static constexpr int undecided = 2;
  static Minisat::Lit literal(int l) { return Minisat::mkLit(std::abs(l) - 1, l < 0); }

  void addClauses(std::span<const int> closedClauses, int variables) {
    literals_ += closedClauses.size();
    while (solver_.nVars() < variables) solver_.newVar();
    for (const int l : closedClauses) {
      if (l != 0) {
        clause_.push(literal(l));
        continue;
      }
      solver_.addClause(clause_);
      clause_.clear();
    }
  }

  Answer search(std::span<const int> assumptions, const Budget& budget, int conflicts) {
    conflict_.clear();
    if (!solver_.okay()) return Answer::unsatisfiable;
    Minisat::vec<Minisat::Lit> assumed;
    for (const int l : assumptions) {
      solver_.setFrozen(std::abs(l) - 1, true);
      assumed.push(literal(l));
    }
    // Elimination once, before the first search; what may be mentioned later was frozen by keep().
    const bool simplify = !simplified_;
    simplified_ = true;
    solver_.clearInterrupt();
    std::optional<Watchdog> watchdog;
    const auto watch = [&] {
      if (!watchdog) watchdog.emplace(budget, [this] { solver_.interrupt(); });
    };
    if (literals_ > fewLiterals) watch();
    solver_.setConfBudget(conflicts != 0 ? conflicts : shortSearch);
    Minisat::lbool result = solver_.solveLimited(assumed, simplify, false);
    while (Minisat::toInt(result) == undecided && conflicts == 0 && !budget.exhausted()) {
      watch();
      solver_.clearInterrupt();  // one that is still wanted comes again
      solver_.budgetOff();
      result = solver_.solveLimited(assumed, false, false);
    }
    if (Minisat::toInt(result) == 0) {
      model_.assign(static_cast<std::size_t>(solver_.model.size()), false);
      for (int i = 0; i < solver_.model.size(); ++i) model_[static_cast<std::size_t>(i)] = Minisat::toInt(solver_.model[i]) == 0;
      return Answer::satisfiable;
    }
    if (Minisat::toInt(result) != 1) return Answer::unknown;
    for (int i = 0; i < solver_.conflict.size(); ++i) {
      const int v = Minisat::var(solver_.conflict[i]) + 1;
      conflict_.push_back(Minisat::sign(solver_.conflict[i]) ? v : -v);
    }
    return Answer::unsatisfiable;
  }

  Minisat::SimpSolver solver_;
  Minisat::vec<Minisat::Lit> clause_;
  std::vector<bool> model_;
  std::vector<int> conflict_;
  std::size_t literals_ = 0;
  bool simplified_ = false;  // or must not be
};

}  // namespace

std::unique_ptr<SatSolver> makeMiniSat() {
  return std::make_unique<MiniSat>();
}

}  // namespace aunit::solver
