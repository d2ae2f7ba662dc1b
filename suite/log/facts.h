// The facts of a model by what they restrict: its first state, each state, each step, or only the whole of an infinite behaviour.
#pragma once

#include <functional>
#include <vector>

#include "evaluator/evaluator.h"
#include "suite/steps/looks.h"

namespace aunit::suite::log {

/// A formula with the values of its free variables.
struct Condition {
  model::ExprId formula = model::noId;
  std::vector<evaluator::Binding> given;
  model::Span span;  // of the paragraph or declaration that it comes from
};

struct Facts {
  std::vector<Condition> first;       // of the first state, or of the step that leaves it
  std::vector<Condition> states;      // of each state
  std::vector<Condition> steps;       // of each step
  std::vector<model::Span> unjudged;  // facts that a beginning cannot break, or that look back
  bool beyond = false;                // some of these are about more than how a behaviour ends (`always eventually ...`)
};

/// Takes apart the facts and the constraints that declarations imply. `instance` has the static relations, and the atoms for
/// quantifiers in front of temporal operators. `as` may replace the body of a fact.
Facts factsOf(const model::Model& model, LooksOf& looks, const model::Instance& instance,
              const std::function<model::ExprId(model::ExprId)>& as = {});

}  // namespace aunit::suite::log
