// A forward checker of DRUP proofs: checks a refutation step by step.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "support/budget.h"

namespace aunit::solver {

/// Holds clauses. Accepts a further clause if unit propagation alone shows that it follows from the held clauses (reverse unit
/// propagation: Goldberg & Novikov, DATE 2003). So every accepted clause follows from the given ones; at the end, the empty
/// clause should follow. Clauses that only preserve satisfiability (RAT) are not accepted. Literals are as in DIMACS, without 0.
///
/// The checker shares nothing with the solvers that write such proofs, and is simple: it has watched literals, but no heuristics.
class RupChecker {
 public:
  /// If `budget` is not null, later calls throw Exhausted when it has ended.
  explicit RupChecker(const support::Budget* budget = nullptr) : meter_(budget) {}

  /// Takes a clause of the problem.
  void give(std::span<const int> clause) { add(clause); }
  /// Adds a clause of the proof. If the clause does not follow by unit propagation, adds nothing and returns false.
  bool lemma(std::span<const int> clause);
  /// Drops a clause that the proof no longer needs. Ignores unknown clauses. Dropping clauses cannot make a wrong step
  /// acceptable.
  void forget(std::span<const int> clause);
  /// Whether the empty clause follows.
  bool refuted() const { return refuted_; }

 private:
  using Literal = std::uint32_t;  // 2 * (variable - 1), odd when negative
  using Place = std::uint32_t;    // index of a clause's length in the pool; its literals follow, the watched ones first
  struct Watch {
    Place clause;
    Literal blocker;  // another literal of the clause; while it is true, the clause need not be visited
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

  support::Meter meter_;
  std::vector<Literal> pool_;
  std::size_t forgotten_ = 0;                           // number of words of the pool that discarded clauses take
  std::vector<std::vector<Watch>> watches_;             // by literal: the clauses that watch it
  std::vector<Value> values_;                           // by variable: its value; `open` if it is not known
  std::vector<Literal> trail_;                          // true literals, in the order in which they were found
  std::size_t propagated_ = 0;                          // number of literals of the trail that were propagated
  std::unordered_multimap<std::uint64_t, Place> held_;  // clauses, by sumOf() of their literals
  std::vector<Literal> scratch_;
  bool refuted_ = false;
};

}  // namespace aunit::solver
