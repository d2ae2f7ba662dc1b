// Situations that distinguish answers.
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

/// Evaluates single situations. Not thread-safe: each thread needs its own.
class Situations {
 public:
  Situations(const Readings& readings, const solver::SigSizes& sizes, model::Semantics semantics, const support::Limits& limits);

  /// Whether a situation is within the scope, and all facts and declarations hold in it.
  bool isPossible(const Situation& situation);
  /// Reduces `situation` to a minimal one in which `formula` has the value `accepted` and the right predicate has the opposite
  /// value. Returns nothing if they do not have these values in `situation` itself, or if a limit ends the search.
  std::optional<Situation> smallest(Situation situation, model::ExprId formula, bool accepted);
  /// Returns a possible situation that differs from `situation` in one tuple, and in which `formula` and the right predicate have
  /// the same value. Prefers a situation in which the right predicate's value differs from its value in `situation`. Returns
  /// nothing if there is none; a limit may end the search early.
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

/// The situations on which the readings are compared. They are within the scope, and the facts hold in them.
class Rows {
 public:
  Rows(Readings& readings, const model::Scope& scope, bool temporal, model::Semantics semantics, const support::Limits& limits);

  /// Returns at most `most` random situations, the same ones in each run. They do not become rows.
  std::vector<Situation> byChance(std::size_t most, std::size_t tries);
  /// Returns three groups of random situations: with at most 1, at most 2 and at most 3 atoms of each signature; for traces also
  /// the variants that slowDown() makes. The situations depend only on the declarations and facts of the right model, and on the
  /// scope if it allows fewer than 3 atoms.
  std::vector<Situation> forNames(std::size_t most, std::size_t tries);
  /// Adds a situation, and evaluates all readings in it.
  void add(Situation situation);

  std::size_t size() const { return rows_.size(); }
  const Situation& operator[](std::size_t row) const { return rows_[row]; }
  /// The value of a reading in the last row. If a reading has no value in a row, or its evaluation takes too long, it is
  /// undecided from then on.
  bool last(std::uint32_t reading) const { return bits_[reading]; }
  const solver::SigSizes& sizes() const { return sizes_; }

  /// Called for each added row, after its evaluation.
  std::function<void()> onRow;

 private:
  bool giveArguments(Situation& situation, std::uint64_t& random);
  std::vector<Situation> byChance(std::size_t most, std::size_t tries, int mostAtoms);
  /// For traces: appends variants of the situations. A variant repeats states, has states with empty `var` relations, or has
  /// another loop.
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
