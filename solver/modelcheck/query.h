// MiniSat (Een & Sorensson, SAT 2003) for many small incremental questions: without its simplifier, with clauses that one
// question needs and the next does not.
#pragma once

#include <minisat/core/Solver.h>

#include <cstdlib>
#include <span>
#include <vector>

#include "solver/budget.h"
#include "solver/cnf.h"
#include "solver/minisat_memory.h"
#include "solver/modelcheck/cpu_time.h"

// MiniSat defines its truth values as macros.
#undef l_True
#undef l_False
#undef l_Undef

namespace aunit::modelcheck {

/// Thrown when a slice of CPU time is over, the budget not.
struct SliceOver {};

/// What a family of solvers may spend.
class Slice {
 public:
  explicit Slice(const solver::Budget& budget) : budget_(budget) {}

  /// From now on so many CPU seconds of this thread; 0: no limit but the budget's.
  void start(double seconds) {
    limited_ = seconds > 0;
    if (limited_) end_ = cpuSeconds(CLOCK_THREAD_CPUTIME_ID) + seconds;
  }
  /// Throws solver::Exhausted or SliceOver.
  void check() const {
    checkBudget();
    if (limited_ && cpuSeconds(CLOCK_THREAD_CPUTIME_ID) >= end_) throw SliceOver{};
  }
  /// Where what is done must not be left half done, unless for good.
  void checkBudget() const { budget_.check(); }
  /// As check, at every so many calls.
  void tick() {
    if ((++ticks_ & 0x1f) == 0) check();
  }

 private:
  solver::Budget budget_;
  bool limited_ = false;
  double end_ = 0;
  unsigned ticks_ = 0;
};

/// Literals as in DIMACS.
class Query {
 public:
  Query(const solver::Cnf& cnf, Slice& slice) : slice_(slice) {
    while (solver_.nVars() < cnf.variables) solver_.newVar();
    Minisat::vec<Minisat::Lit> clause;
    std::size_t clauses = 0;
    for (const int l : cnf.literals) {
      if (l != 0) {
        clause.push(literal(l));
        continue;
      }
      if ((++clauses & 0x3fff) == 0) slice_.checkBudget();
      solver_.addClause_(clause);
      clause.clear();
    }
  }

  void add(std::span<const int> clause) {
    clause_.clear();
    for (const int l : clause) clause_.push(literal(l));
    solver_.addClause_(clause_);
  }
  void add(int unit) { add(std::span(&unit, 1)); }

  bool satisfiable(std::span<const int> assumptions) {
    slice_.tick();
    assumed_.clear();
    for (const int l : assumptions) assumed_.push(literal(l));
    while (true) {
      solver_.setConfBudget(conflictsBetweenChecks);
      solver_.setPropBudget(propagationsBetweenChecks);
      const int answer = Minisat::toInt(solver_.solveLimited(assumed_));
      if (answer != undecided) return answer == 0;
      slice_.check();
    }
  }
  /// The same while `clause` holds too.
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

  /// After an answer of true.
  bool value(int l) const { return Minisat::toInt(solver_.modelValue(literal(l))) == 0; }
  /// After an answer of false: those of `names` whose assumptions, given in the same order, took part.
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
  /// Surely true whatever else is asked.
  bool fixed(int l) const { return Minisat::toInt(solver_.value(literal(l))) == 0; }
  /// Clauses of single questions so far; their remains cost time, so that a new solver is better than thousands.
  std::size_t temporary() const { return temporary_; }

 private:
  static constexpr std::uint8_t undecided = 2;
  // Some ten milliseconds each.
  static constexpr std::int64_t conflictsBetweenChecks = 500;
  static constexpr std::int64_t propagationsBetweenChecks = 100'000;
  static Minisat::Lit literal(int l) { return Minisat::mkLit(std::abs(l) - 1, l < 0); }

  Slice& slice_;
  Minisat::Solver solver_;
  Minisat::vec<Minisat::Lit> clause_;
  Minisat::vec<Minisat::Lit> assumed_;
  std::vector<int> with_;
  std::vector<bool> marked_;
  std::size_t temporary_ = 0;
};

}  // namespace aunit::modelcheck
