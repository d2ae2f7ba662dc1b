// Divides the facts of a model by what they restrict: the first state, each state, each step, or only a whole infinite behaviour.
#pragma once

#include <functional>
#include <vector>

#include "evaluator/evaluator.h"
#include "suite/steps/state_reads.h"

namespace aunit::suite::log {

/// A formula with the values of its free variables.
struct Condition {
  model::ExprId formula = model::noId;
  std::vector<evaluator::Binding> given;
  model::Span span;  // the paragraph or declaration that the formula is from
};

struct Facts {
  std::vector<Condition> first;   // conditions on the first state or the first step
  std::vector<Condition> states;  // conditions on each state
  std::vector<Condition> steps;   // conditions on each step
  /// Facts that are not checked, because no beginning of a behaviour can violate them or because they refer to earlier states.
  std::vector<model::Span> unjudged;
  /// Whether some fact in `unjudged` depends on the beginning of a behaviour. (`always eventually ...` does not: its value is the
  /// same for every beginning.)
  bool beyond = false;
};

/// Splits the facts, and the constraints that declarations imply, into conditions. `instance` has the values of static relations
/// and the atoms; quantifiers around temporal operators are expanded over the atoms. If `as` is set, it returns the formula that
/// replaces a fact's body.
Facts factsOf(const model::Model& model, StateReadsOf& looks, const model::Instance& instance,
              const std::function<model::ExprId(model::ExprId)>& as = {});

}  // namespace aunit::suite::log
