// Valuations that tell answers apart.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "evaluator/judge.h"
#include "model/ordering.h"
#include "solver/grounding/scope.h"
#include "strength/grading/grade.h"
#include "strength/grading/readings.h"

namespace aunit::strength::grading {

/// Evaluates single situations: each thread has its own.
class Situations {
 public:
  Situations(const Readings& readings, const solver::SigSizes& sizes, model::Semantics semantics, const support::Limits& limits);

  /// Whether facts and declarations hold in a situation, and it is within the scope.
  bool isPossible(const Situation& situation);
  /// A situation of which nothing can be left out without the difference: the formula says `accepted` of it, the right
  /// predicate the opposite. Nothing if limits end this.
  std::optional<Situation> smallest(Situation situation, model::ExprId formula, bool accepted);
  /// A possible situation one tuple away of which formula and right predicate say the same: one that the right predicate judges
  /// otherwise than that one, else any. Nothing if there is none, or limits end this.
  std::optional<Situation> beside(const Situation& situation, model::ExprId formula);
  bool holds(const Situation& situation, model::ExprId formula);

 private:
  bool fits(const Situation& situation);

  const Readings& readings_;
  const support::Limits limits_;
  support::Budget budget_;
  evaluator::Evaluator evaluator_;
  evaluator::Question possible_;
};

/// Situations of a scope in which the facts hold, and what each reading says in them.
class Rows {
 public:
  Rows(Readings& readings, const model::Scope& scope, bool temporal, model::Semantics semantics, const support::Limits& limits);

  /// Up to so many situations by chance, the same ones each time; they are not added.
  std::vector<Situation> byChance(std::size_t most, std::size_t tries);
  /// Situations by chance with up to 1, 2 and 3 atoms of each signature; of traces also such in which less happens. They depend
  /// on the right model's declarations and facts, and on a scope as far as it is smaller, but neither on any predicate nor on a
  /// solver.
  std::vector<Situation> forNames(std::size_t most, std::size_t tries);
  /// Adds one, and looks what all readings say in it.
  void add(Situation situation);

  std::size_t size() const { return rows_.size(); }
  const Situation& operator[](std::size_t row) const { return rows_[row]; }
  /// The truth value of a reading in the last row. A reading that says nothing, or takes too long, is undecided from then on.
  bool last(std::uint32_t reading) const { return bits_[reading]; }
  const solver::SigSizes& sizes() const { return sizes_; }

  /// Called for each row that is added, after it was evaluated.
  std::function<void()> onRow;

 private:
  bool giveArguments(Situation& situation, std::uint64_t& random);
  std::vector<Situation> byChance(std::size_t most, std::size_t tries, int mostAtoms);
  /// Adds to traces others in which states stay or have nothing that is `var`, and with other loops.
  void slowDown(std::vector<Situation>& made);
  void putInOrder(model::Instance& instance) const;
  void empty(model::State& state, std::uint32_t universe) const;
  void evaluate();

  Readings& readings_;
  const bool temporal_;
  const support::Limits limits_;
  support::Budget budget_;
  evaluator::Evaluator evaluator_;
  solver::SigSizes sizes_;
  const std::vector<model::OrderingModule> orderings_;
  Situations situations_;
  std::deque<Situation> rows_;
  std::vector<bool> bits_;
};

}  // namespace aunit::strength::grading
