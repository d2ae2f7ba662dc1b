// Valuations in the style of AUnit, MuAlloy and related tools: a predicate states a valuation by equations (reference "tests and
// coverage", section 2.1).
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

/// A formula as a valuation. Its atoms are the variables of the outer `some` quantifiers, one atom for each name. An inner
/// variable with the same name as an outer one is the same atom.
struct PredicateValuation {
  /// Names of the relations that equations and declarations leave open ("Key.authorized"). In a trace, only the open relations of
  /// one state: the first with an open relation ("Key.authorized'"). Empty if the valuation is full.
  std::vector<std::string> open;
  /// True if an equation states that quantified variables are the atoms of a signature. The predicate is then certainly meant as
  /// a valuation.
  bool namesAtoms = false;
  /// The number of quantified variables that the equations for signatures mention. Variables with the same name count as one.
  std::size_t atoms = 0;
  /// The signatures that have a value in the instance.
  std::set<model::SigId> settled;

  // The following members are set only if the valuation is full.

  model::Instance instance;
  /// The values of the quantified variables.
  std::vector<evaluator::Binding> bindings;
  /// The formulas that must hold in addition to the equations, if the variables have the values in `bindings`.
  std::vector<model::ExprId> formulas;
  /// A variable whose atom is not in the signature over which it is quantified. The predicate then cannot hold.
  struct MisplacedAtom {
    std::string text;  // "Room0 is not in Room"
    model::Span span;
  };
  std::optional<MisplacedAtom> misplaced;
  /// If false, another reading of the predicate may hold although this one does not: two variables may be the same atom, or there
  /// are several choices for the state that follows the last one (forEachOtherReading).
  bool certain = true;

  bool full() const { return open.empty(); }
};

/// Reads the formula of a `run`: the body of its predicate, or its block. Also reads the bodies of `let` and of the predicates
/// that the formula calls. Returns nothing for a `check`, or if no equation states the value of a signature or of a whole field.
std::optional<PredicateValuation> readPredicateValuation(const model::Model& model, const model::Command& command);

/// Visits the other readings of a predicate if readPredicateValuation() returns a reading that is full but not certain. In other
/// readings, variables are the same atom, or another state follows the last one. The predicate has an instance if, and only if,
/// at least one of its readings holds. Stops if `visit` returns true. Returns false if only the solver can decide: there are more
/// than `mostReadings` readings, or the readings cannot be enumerated, because a variable may be an integer or a reading leaves a
/// relation open.
bool forEachOtherReading(const model::Model& model, const model::Command& command,
                         const std::function<bool(const PredicateValuation&)>& visit);
/// The largest number of readings that are visited.
constexpr std::size_t mostReadings = 500;

}  // namespace aunit::suite
