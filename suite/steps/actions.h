// Finds the actions of a model: the predicate calls that are the alternatives of its steps.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "suite/steps/state_reads.h"

namespace aunit::suite {

/// A call of a predicate that determines the next state. It is one of the alternatives of a step.
struct ActionCall {
  model::ExprId call = model::noId;
  std::vector<model::Decl> decls;  // declarations of the quantifiers around the call, outermost first
  /// The other formulas of the alternative that are about the state before the step, each with the truth value that it must have.
  /// Empty if the call is the whole alternative.
  std::vector<std::pair<model::ExprId, bool>> conditions;
  bool isPart = false;  // the alternative consists of more than the call
};

struct Choices {
  std::vector<ActionCall> calls;       // in source order
  std::vector<model::ExprId> unnamed;  // alternatives that are not exactly one call
};

/// The alternatives of the steps in all facts. For `always (some x: X | a[x] or b or ...)` these are the calls of `a` and `b`.
/// `looks` must have been made for `model`.
Choices choicesOfFacts(const model::Model& model, StateReadsOf& looks);
/// The alternatives in the facts or, if these have none, in the commands.
Choices choicesOf(const model::Model& model, StateReadsOf& looks);
/// Whether a formula reads a state and the next state, and no other state.
bool isStep(model::ExprId formula, StateReadsOf& looks);

}  // namespace aunit::suite
