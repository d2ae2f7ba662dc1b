// MiniSat (Een & Sorensson, SAT 2003) for many small incremental questions, without its simplifier. Clauses can be added
// permanently, or for a single question.
#pragma once

#include <minisat/core/Solver.h>

#include <cstdlib>
#include <span>
#include <vector>

#include "solver/circuit/cnf.h"
#include "solver/sat/minisat_memory.h"
#include "support/budget.h"

// MiniSat defines its truth values as macros.
#undef l_True
#undef l_False
#undef l_Undef

namespace aunit::modelcheck {

/// A solver with its clauses. Literals are as in DIMACS.
class Query {
 public:
  /// The constructor adds the clauses of `cnf`. It checks only the budget `whole`, so the end of a turn cannot interrupt it. The
  /// questions check `turn`.
  Query(const solver::Cnf& cnf, const support::Budget& whole, support::Meter& turn) : turn_(turn) {
    while (solver_.nVars() < cnf.variables) solver_.newVar();
    Minisat::vec<Minisat::Lit> clause;
    std::size_t clauses = 0;
    for (const int l : cnf.literals) {
      if (l != 0) {
        clause.push(literal(l));
        continue;
      }
      if ((++clauses & 0x3fff) == 0) whole.check();
      solver_.addClause_(clause);
      clause.clear();
    }
  }

  void add(std::span<const int> clause) {
    clause_.clear();
    for (const int l : clause) clause_.push(literal(l));
    solver_.addClause_(clause_);
  }
  int newVariable() { return solver_.newVar() + 1; }
  void add(int unit) { add(std::span(&unit, 1)); }

  bool satisfiable(std::span<const int> assumptions) {
    turn_.step(stepsOfQuestion);
    assumed_.clear();
    for (const int l : assumptions) assumed_.push(literal(l));
    while (true) {
      solver_.setConfBudget(conflictsBetweenChecks);
      solver_.setPropBudget(propagationsBetweenChecks);
      const int answer = Minisat::toInt(solver_.solveLimited(assumed_));
      if (answer != undecided) return answer == 0;
      turn_.ask();
    }
  }
  /// Like satisfiable(), with the additional clause `clause` for this question only.
  bool satisfiableWith(std::span<const int> clause, std::span<const int> assumptions) {
    const int active = solver_.newVar(Minisat::lbool(undecided), false) + 1;
    ++temporary_;
    clause_.clear();
    clause_.push(literal(-active));
    for (const int l : clause) clause_.push(literal(l));
    solver_.addClause_(clause_);
    with_.assign(1, active);
    with_.insert(with_.end(), assumptions.begin(), assumptions.end());
    const bool result = satisfiable(with_);
    solver_.addClause(literal(-active));
    return result;
  }

  /// Like satisfiable(), with additional clauses for this question only. In `clauses`, each clause ends with 0.
  bool satisfiableWithAll(std::span<const int> clauses, std::span<const int> assumptions) {
    const int active = solver_.newVar(Minisat::lbool(undecided), false) + 1;
    ++temporary_;
    clause_.clear();
    clause_.push(literal(-active));
    for (const int l : clauses) {
      if (l != 0) {
        clause_.push(literal(l));
        continue;
      }
      solver_.addClause_(clause_);
      clause_.clear();
      clause_.push(literal(-active));
    }
    with_.assign(1, active);
    with_.insert(with_.end(), assumptions.begin(), assumptions.end());
    const bool result = satisfiable(with_);
    solver_.addClause(literal(-active));
    return result;
  }

  /// The value of a literal. Requires that the last answer was true.
  bool value(int l) const { return Minisat::toInt(solver_.modelValue(literal(l))) == 0; }
  /// Requires that the last answer was false. Returns each `names[i]` for which `assumptions[i]` took part in the contradiction.
  std::vector<int> blamed(std::span<const int> names, std::span<const int> assumptions) {
    marked_.resize(static_cast<std::size_t>(2 * solver_.nVars()), false);
    const auto mark = [&](bool value) {
      for (int i = 0; i < solver_.conflict.size(); ++i)
        marked_[static_cast<std::size_t>(Minisat::toInt(~solver_.conflict[i]))] = value;
    };
    mark(true);
    std::vector<int> result;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (marked_[static_cast<std::size_t>(Minisat::toInt(literal(assumptions[i])))]) result.push_back(names[i]);
    }
    mark(false);
    return result;
  }
  /// Whether a literal is known to be true in all solutions of the clauses.
  bool fixed(int l) const { return Minisat::toInt(solver_.value(literal(l))) == 0; }
  /// The number of questions with temporary clauses so far. After thousands of such questions a new solver is faster: the
  /// variables and clauses of earlier questions stay in the old solver and cost time.
  std::size_t temporary() const { return temporary_; }

 private:
  static constexpr std::uint8_t undecided = 2;
  static constexpr std::size_t stepsOfQuestion = 1u << 11;
  // A question checks `turn` each time it has done this much work (tens of milliseconds).
  static constexpr std::int64_t conflictsBetweenChecks = 500;
  static constexpr std::int64_t propagationsBetweenChecks = 100'000;
  static Minisat::Lit literal(int l) { return Minisat::mkLit(std::abs(l) - 1, l < 0); }

  support::Meter& turn_;
  Minisat::Solver solver_;
  Minisat::vec<Minisat::Lit> clause_;
  Minisat::vec<Minisat::Lit> assumed_;
  std::vector<int> with_;
  std::vector<bool> marked_;
  std::size_t temporary_ = 0;
};

}  // namespace aunit::modelcheck
