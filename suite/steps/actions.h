// The actions of a model: calls of predicates among which its steps choose.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "suite/steps/looks.h"

namespace aunit::suite {

/// A call of a predicate that says what the next state is, where a step is one of several alternatives.
struct ActionCall {
  model::ExprId call = model::noId;
  std::vector<model::Decl> decls;  // of the quantifiers around it, the outermost first
  /// What stands beside it in its alternative and is about the state before the step, with the value that it must have. Empty:
  /// the call is the whole alternative.
  std::vector<std::pair<model::ExprId, bool>> conditions;
  bool isPart = false;  // of an alternative that says more than the call
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
/// Whether a formula is about a state and the one behind it.
bool isStep(model::ExprId formula, LooksOf& looks);

}  // namespace aunit::suite
