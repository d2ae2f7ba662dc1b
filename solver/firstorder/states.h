// A transition system in first-order logic: what a theory with a timeline implies for a few successive moments.
//
// Each relation that depends on the moment becomes one relation for each moment of the window. Formulas are in negation normal
// form, so a part about other moments can be replaced by true wherever it stands: everything here follows from the theory, for
// any successive moments of a structure. Induction over the moments is then sound: they are ordered like natural numbers, or
// finite.
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

  Theory theory;                                            // without assertions; closures are those at single moments
  std::array<std::vector<Assertion>, mostMoments> moments;  // [n]: what holds of moments 0 ... n
  std::array<std::vector<FormulaId>, mostMoments> bad;      // [n]: formulas about moments 0 ... n that each
                                                            // counterexample satisfies; to exclude one of them is enough
  // The same if the last of these moments is the last of all. Timelines that may end have both kinds.
  std::array<std::vector<Assertion>, mostMoments> endingMoments;
  std::array<std::vector<FormulaId>, mostMoments> endingBad;
  bool mayEnd = false;
  std::vector<FormulaId> claims;  // other assertions of the model about each moment, stated for moment 0
  SymbolId first = 0;             // a predicate without arguments: moment 0 is the first
  std::map<SymbolId, std::array<SymbolId, mostMoments>> at;  // by symbol for moment 0: its symbols for all moments
  // Relations that do not depend on the moment. `spoken`: closures that clauses mention (those of orders). `unspoken`: relations
  // that clauses do not mention, since another relation expresses them (`next` of orders and rings).
  std::set<SymbolId> spoken, unspoken;
  std::map<SymbolId, std::size_t> timeArgument;  // by symbol for one moment: the position that the moment had
  std::vector<model::Span> leftOut;              // formulas that say nothing of a few moments, such as fairness

  /// The formula about moment 0, as a formula about a later moment.
  FormulaId later(FormulaId f, std::size_t moment);
};

/// Fills `states` from the timeline of this number. The theory's question must be translated as Question::asItIs. Throws
/// support::Exhausted.
void makeStates(const Theory& theory, std::size_t timeline, States& states);

}  // namespace aunit::solver::firstorder
