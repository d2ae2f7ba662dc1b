// MiniSat with its simplifier (Een & Sorensson, SAT 2003; Een & Biere, SAT 2005) as an engine.
#include <minisat/simp/SimpSolver.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "solver/sat/minisat_memory.h"
#include "solver/sat/sat_engine.h"

// MiniSat defines its truth values as macros.
#undef l_True
#undef l_False
#undef l_Undef

namespace aunit::solver {

namespace {

class MiniSat final : public Engine {
 public:
  void keep(int variable) override {
    withBadAlloc([&] {
      makeVariables(variable);
      solver_.setFrozen(variable - 1, true);
    });
  }
  void keepAll() override { simplified_ = true; }
  void prefer(int wanted) override {
    withBadAlloc([&] {
      makeVariables(std::abs(wanted));
      solver_.setPolarity(std::abs(wanted) - 1, Minisat::lbool(static_cast<std::uint8_t>(wanted > 0)));  // l_True means negated
    });
  }
  void limitPropagations(std::int64_t most) override { propagations_ = most; }
  std::int64_t propagations() const override { return static_cast<std::int64_t>(solver_.propagations); }
  void add(std::span<const int> literals, int variables) override {
    withBadAlloc([&] { addClauses(literals, variables); });
  }
  Answer solve(std::span<const int> assumptions, int conflicts) override {
    return withBadAlloc([&] { return search(assumptions, conflicts); });
  }
  void interrupt() override { solver_.interrupt(); }

  bool value(int variable) const override {
    const auto index = static_cast<std::size_t>(variable - 1);
    return index < model_.size() && model_[index];
  }
  std::vector<int> conflict() const override { return conflict_; }

 private:
  static constexpr int undecided = 2;
  static Minisat::Lit literal(int l) { return Minisat::mkLit(std::abs(l) - 1, l < 0); }

  void makeVariables(int count) {
    while (solver_.nVars() < count) solver_.newVar();
  }

  void addClauses(std::span<const int> literals, int variables) {
    makeVariables(variables);
    for (const int l : literals) {
      if (l != 0) {
        clause_.push(literal(l));
        continue;
      }
      solver_.addClause(clause_);
      clause_.clear();
    }
  }

  Answer search(std::span<const int> assumptions, int conflicts) {
    conflict_.clear();
    if (!solver_.okay()) return Answer::unsatisfiable;
    Minisat::vec<Minisat::Lit> assumed;
    for (const int l : assumptions) {
      solver_.setFrozen(std::abs(l) - 1, true);
      assumed.push(literal(l));
    }
    // Variables are eliminated once, before the first search; keep() has frozen the variables that may be mentioned later.
    const bool simplify = !simplified_;
    simplified_ = true;
    solver_.clearInterrupt();
    solver_.budgetOff();
    if (conflicts != 0) solver_.setConfBudget(conflicts);
    if (propagations_ != 0) solver_.setPropBudget(std::max<std::int64_t>(0, propagations_ - propagations()));
    const Minisat::lbool result = solver_.solveLimited(assumed, simplify, false);
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
  std::int64_t propagations_ = 0;  // limit for propagations; 0: none
  bool simplified_ = false;        // elimination has been done, or is not allowed
};

}  // namespace

std::unique_ptr<Engine> makeMiniSat() {
  return std::make_unique<MiniSat>();
}

}  // namespace aunit::solver
