// Looks at a refutation step by step: a forward checker of DRUP proofs.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "solver/budget.h"

namespace aunit::solver {

/// Holds clauses, and accepts a further one when unit propagation alone shows that it follows from them (reverse unit
/// propagation: Goldberg & Novikov, DATE 2003). So whatever is accepted follows from what was given; in the end the empty clause
/// should. Clauses that follow only by being harmless (RAT) are not accepted. Literals as in DIMACS, without 0.
///
/// It shares nothing with the solvers that write such proofs, and does no more than it must: watched literals, no heuristics.
class RupChecker {
 public:
  /// The budget is asked now and then (Exhausted); null: never.
  explicit RupChecker(const Budget* budget = nullptr) : meter_(budget) {}

  /// A clause of the problem.
  void give(std::span<const int> clause) { add(clause); }
  /// A step of the proof; false when it does not follow by propagation. What was refused is not held.
  bool lemma(std::span<const int> clause);
  /// The proof needs this clause no more. One that is not held is passed over: to forget can make no step right.
  void forget(std::span<const int> clause);
  /// The empty clause follows.
  bool refuted() const { return refuted_; }

 private:
  using Literal = std::uint32_t;  // 2 * (variable - 1), odd when negative
  using Place = std::uint32_t;    // of a clause in the pool: its length, then its literals, the watched ones first
  struct Watch {
    Place clause;
    Literal blocker;  // another of its literals: while it is true there is nothing to do
  };
  enum Value : std::int8_t { isFalse = -1, open = 0, isTrue = 1 };

  Literal literalOf(int dimacs);
  Value value(Literal l) const { return (l & 1) != 0 ? static_cast<Value>(-values_[l >> 1]) : values_[l >> 1]; }
  void assign(Literal l);
  bool propagate();
  bool visit(Literal falseNow);
  void add(std::span<const int> clause);
  void watch(std::span<const Literal> clause);
  void compact();

  Meter meter_;
  std::vector<Literal> pool_;
  std::size_t forgotten_ = 0;                           // words of the pool
  std::vector<std::vector<Watch>> watches_;             // by literal: the clauses that watch it
  std::vector<Value> values_;                           // by variable
  std::vector<Literal> trail_;                          // what is true, in the order in which that came out
  std::size_t propagated_ = 0;                          // of the trail
  std::unordered_multimap<std::uint64_t, Place> held_;  // by what the literals add up to
  std::vector<Literal> scratch_;
  bool refuted_ = false;
};

}  // namespace aunit::solver
