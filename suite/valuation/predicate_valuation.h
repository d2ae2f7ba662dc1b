// Valuations in the predicate style of AUnit, MuAlloy and their relatives: a predicate fixes a valuation by equations (reference
// "tests and coverage", section 2.1).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/value.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/valuation/valuation.h"

namespace aunit::suite {

/// A formula read as a valuation: its atoms are the variables of the outer `some` quantifiers, one for each name (an inner
/// variable that shadows an outer one of the same name is the same atom).
struct PredicateValuation {
  /// Relations that the equations and the declarations leave open ("Key.authorized"), in a trace those of the first state that
  /// leaves some open ("Key.authorized'"). Empty: the valuation is full.
  std::vector<std::string> open;
  /// An equation gives a signature the quantified atoms: a sure sign that the predicate is meant as a valuation.
  bool namesAtoms = false;
  /// The number of quantified names that the equations of signatures mention.
  std::size_t atoms = 0;
  /// Signatures that have a value in the instance.
  std::set<model::SigId> settled;

  // The following members are set when the valuation is full.

  model::Instance instance;
  /// The values of the quantified variables.
  std::vector<evaluator::Binding> bindings;
  /// The formulas that must hold beside the equations, under the bindings.
  std::vector<model::ExprId> formulas;
  /// A quantified variable whose atom is not in the signature over which it is declared, so that the predicate cannot hold.
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

/// Reads the formula of a `run`: the body of its predicate, or its block, with the predicates that it calls and the values of
/// `let`. Nothing for a `check`, and when no equation fixes a signature or field to quantified atoms or to the empty set.
std::optional<PredicateValuation> readPredicateValuation(const model::Model& model, const model::Command& command);

/// Visits the readings of a predicate beside that of readPredicateValuation, if this one is full but not certain: the other ways
/// in which names coincide, and the other states to which the last one may lead back. The predicate has an instance exactly when
/// it holds in one of all readings. Ends when `visit` returns true. Returns false when only the solver can decide: there are more
/// than `mostReadings` ways, or readings that cannot be enumerated (a name may stand for an integer, a reading leaves something
/// open).
bool forEachOtherReading(const model::Model& model, const model::Command& command,
                         const std::function<bool(const PredicateValuation&)>& visit);
/// The most ways in which names coincide that are visited.
constexpr std::size_t mostReadings = 500;

}  // namespace aunit::suite
