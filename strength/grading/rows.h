// Valuations that tell answers apart.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "evaluator/judge.h"
#include "solver/grounding/scope.h"
#include "strength/grading/grade.h"
#include "strength/grading/readings.h"

namespace aunit::strength::grading {

/// Situations of a scope in which the facts hold, and what each reading says in them.
class Rows {
 public:
  Rows(Readings& readings, const model::Scope& scope, bool temporal, model::Semantics semantics, const support::Limits& limits);

  /// Makes up to so many situations by chance, the same ones each time.
  void makeByChance(std::size_t most, std::size_t tries);
  /// One that the solver has found.
  void add(Situation situation);

  std::size_t size() const { return rows_.size(); }
  const Situation& operator[](std::size_t row) const { return rows_[row]; }
  /// The truth value of a reading in the last row. A reading that says nothing, or takes too long, is undecided from then on.
  bool last(std::uint32_t reading) const { return bits_[reading]; }

  /// Whether facts and declarations hold in a situation, and it is within the scope.
  bool isPossible(const Situation& situation);
  /// A situation of which nothing can be left out without the difference: the reading says `accepted` of it, the right predicate
  /// the opposite. Nothing where limits end this.
  std::optional<Situation> smallest(Situation situation, std::uint32_t reading, bool accepted);

  /// Called for each row that is added, after it was evaluated.
  std::function<void()> onRow;

 private:
  bool holds(const Situation& situation, model::ExprId formula);
  bool giveArguments(Situation& situation, std::uint64_t& random);
  void evaluate();

  Readings& readings_;
  const model::Scope scope_;
  const bool temporal_;
  const support::Limits limits_;
  support::Budget budget_;
  evaluator::Evaluator evaluator_;
  evaluator::Question possible_;
  solver::SigSizes sizes_;
  std::deque<Situation> rows_;
  std::vector<bool> bits_;
};

}  // namespace aunit::strength::grading
