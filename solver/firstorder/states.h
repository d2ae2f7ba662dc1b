// A transition system in first-order logic: what a theory with a timeline implies for a few successive moments.
//
// These moments are called the window. Each relation that depends on the moment becomes one relation for each moment of the
// window. Formulas are in negation normal form, so `true` can replace any part about moments outside the window: the resulting
// formula follows from the theory, for any successive moments of a structure. Induction over the moments is sound, because the
// moments are finitely many, or are ordered like the natural numbers.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

struct States {
  static constexpr std::size_t mostMoments = 3;
  /// The budget must outlive this object.
  explicit States(const support::Budget& budget) : theory(budget) {}

  Theory theory;                                            // has no assertions; its closures are about single moments
  std::array<std::vector<Assertion>, mostMoments> moments;  // [n]: assertions about moments 0 ... n
  // [n]: formulas about moments 0 ... n. A counterexample satisfies all of them. So there is no counterexample if one of the
  // formulas cannot hold.
  std::array<std::vector<FormulaId>, mostMoments> bad;
  // Like `moments` and `bad`, for windows in which moment n is the last moment of the timeline. Empty unless `mayEnd`.
  std::array<std::vector<Assertion>, mostMoments> endingMoments;
  std::array<std::vector<FormulaId>, mostMoments> endingBad;
  bool mayEnd = false;
  std::vector<FormulaId> claims;  // what the assertions of the model say about each moment, as formulas about moment 0
  SymbolId first = 0;             // a predicate without arguments that is true if moment 0 is the first
  std::map<SymbolId, std::array<SymbolId, mostMoments>> at;  // by symbol for moment 0: the relation's symbols for all moments
  // Relations that do not depend on the moment. `spoken`: the closures that clauses of an invariant may mention (`less` of an
  // order). `unspoken`: relations that the clauses do not mention (`next` of orders and rings), because others can express
  // them.
  std::set<SymbolId> spoken, unspoken;
  std::map<SymbolId, std::size_t> timeArgument;  // by each symbol in `at`: which argument of the original symbol is the time
  std::vector<model::Span> leftOut;              // formulas that imply nothing about a few moments, such as fairness

  /// Returns the formula `f`, which is about moment 0, as a formula about the moment `moment`.
  FormulaId later(FormulaId f, std::size_t moment);
};

/// Fills `states` from the timeline with the index `timeline`. The theory's question must be translated as Question::unchanged.
/// Throws support::Exhausted.
void makeStates(const Theory& theory, std::size_t timeline, States& states);

}  // namespace aunit::solver::firstorder
