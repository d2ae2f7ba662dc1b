// The actions of a model: calls of predicates among which its steps choose.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "suite/steps/looks.h"

namespace aunit::suite {

/// A call of a predicate that determines the next state, as one of several alternatives of a step.
struct ActionCall {
  model::ExprId call = model::noId;
  std::vector<model::Decl> decls;  // of the quantifiers around it, the outermost first
  /// The formulas beside the call in its alternative that are about the state before the step, each with its required truth
  /// value. Empty: the call is the whole alternative.
  std::vector<std::pair<model::ExprId, bool>> conditions;
  bool isPart = false;  // the alternative demands more than the call
};

struct Choices {
  std::vector<ActionCall> calls;       // in their order
  std::vector<model::ExprId> unnamed;  // alternatives that are not exactly one call
};

/// The alternatives of the steps of all facts: of `always (some x: X | a[x] or b or ...)` the calls of `a` and `b`. `looks` is
/// about `model`.
Choices choicesOfFacts(const model::Model& model, LooksOf& looks);
/// The actions of the facts or, if these have none, of the commands.
Choices choicesOf(const model::Model& model, LooksOf& looks);
/// Whether a formula is about a state and the next one.
bool isStep(model::ExprId formula, LooksOf& looks);

}  // namespace aunit::suite
