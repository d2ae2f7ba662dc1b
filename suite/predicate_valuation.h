// The predicate style of AUnit, MuAlloy and their relatives: a predicate that pins a valuation by equations
// (reference "tests and coverage", section 2.1).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/value.h"
#include "model/instance.h"
#include "model/model.h"
#include "suite/valuation.h"

namespace aunit::suite {

/// A formula read as valuation: the atoms are the variables of its outer `some` quantifiers, one for each name (an inner variable
/// that shadows an outer one of the same name is the same atom).
struct PredicateValuation {
  /// Relations that its equations and the declarations leave open ("Key.authorized"), in a trace those of the first state that
  /// lacks some
  /// ("Key.authorized'"). Empty: the valuation is full.
  std::vector<std::string> open;
  /// An equation gives a signature the quantified atoms: a sure sign that the predicate is meant as a valuation.
  bool namesAtoms = false;
  /// How many quantified names the equations of signatures mention.
  std::size_t atoms = 0;
  /// Signatures that have a value in the instance.
  std::set<model::SigId> settled;

  // The rest is there when the valuation is full.

  model::Instance instance;
  /// What the quantified variables stand for.
  std::vector<evaluator::Binding> bindings;
  /// What has to hold beside the equations, under the bindings.
  std::vector<model::ExprId> formulas;
  /// A quantified variable whose atom is not in the signature it is declared over: the predicate cannot hold.
  struct Misplaced {
    std::string text;  // "Room0 is not in Room"
    model::Span span;
  };
  std::optional<Misplaced> misplaced;
  /// False: two names may stand for one atom, or the last state may lead back to several, so another reading may hold where this
  /// one does not (forEachOtherReading).
  bool certain = true;

  bool full() const { return open.empty(); }
};

/// Reads what a `run` asks for: the body of its predicate, or its block, with the predicates that it calls and what `let` names
/// there. Nothing for a `check`, and when no equation fixes a signature or field to quantified atoms or to nothing.
std::optional<PredicateValuation> readPredicateValuation(const model::Model& model, const model::Command& command);

/// What a predicate that states a full valuation, and is not certain, may mean beside what readPredicateValuation makes of it:
/// the ways in which names coincide, and to which the last state leads back. There is an instance exactly when the predicate
/// holds in one of all these. Ends when `visit` returns true. False: there are more than `mostReadings` ways, or others than can
/// be enumerated (a name that may stand for an integer, a reading that leaves something open), and only the solver can tell.
bool forEachOtherReading(const model::Model& model, const model::Command& command,
                         const std::function<bool(const PredicateValuation&)>& visit);
/// Ways in which names coincide.
constexpr std::size_t mostReadings = 500;

}  // namespace aunit::suite
