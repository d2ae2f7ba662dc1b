// A transition system in first-order logic: what a theory with a timeline says of a few moments that follow each other.
//
// Each relation that depends on the moment becomes one for each moment of the window. Formulas are in negation normal form, so
// what says something of other moments can be left out (made true) wherever it stands: everything here follows from the theory,
// for any moments of a structure that follow each other. Induction over the moments is then sound: they are ordered like natural
// numbers, or finite.
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
  /// The budget must outlive it.
  explicit States(const support::Budget& budget) : theory(budget) {}

  Theory theory;                                            // without assertions; its closures are those of moments
  std::array<std::vector<Assertion>, mostMoments> moments;  // [n]: what holds of moments 0 ... n
  std::array<std::vector<FormulaId>, mostMoments> bad;      // [n]: what a counterexample has at moments 0 ... n: one of these is
                                                            // enough, each for itself, to show that there is none
  // Likewise where the last of these moments is the last of all: of timelines that may end, which have both kinds.
  std::array<std::vector<Assertion>, mostMoments> endingMoments;
  std::array<std::vector<FormulaId>, mostMoments> endingBad;
  bool mayEnd = false;
  std::vector<FormulaId> claims;  // other assertions of the model about each moment, stated for moment 0
  SymbolId first = 0;             // a predicate without arguments: moment 0 is the first
  std::map<SymbolId, std::array<SymbolId, mostMoments>> at;  // by symbol for moment 0: the same for all moments
  // For relations that no moment changes: those that clauses speak of although they are closures (an order's), and those that
  // they do not speak of since another says it (an order's next, a ring's).
  std::set<SymbolId> spoken, unspoken;
  std::map<SymbolId, std::size_t> timeArgument;  // by symbol for one moment: where it stood among the arguments
  std::vector<model::Span> leftOut;              // what says nothing of so few moments, such as fairness

  /// The formula about moment 0, as a formula about a later moment.
  FormulaId later(FormulaId f, std::size_t moment);
};

/// For a theory whose question is unchanged, with the timeline of this number. Throws support::Exhausted.
void makeStates(const Theory& theory, std::size_t timeline, States& states);

}  // namespace aunit::solver::firstorder
