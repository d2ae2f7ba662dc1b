// Signals that suggest a fault in a whole constraint. Constraints are conjuncts of facts, conjuncts (also below `all`) of
// predicates that a failing test or command calls, and bodies of functions that it calls.
#pragma once

#include <vector>

#include "evaluator/evaluator.h"
#include "model/model.h"
#include "strength/localization/evidence.h"
#include "support/budget.h"

namespace aunit::strength {

struct ConstraintSignals {
  model::ExprId root = model::noId;       // the constraint
  std::uint32_t paragraph = model::noId;  // index in Model::paragraphs()
  model::ExprId conjunct = model::noId;   // the conjunct of the fact or predicate that contains the constraint
  model::FuncId function = model::noId;   // the predicate or function that contains the constraint; noId: a fact
  bool asked = false;                     // a failing command runs `function`
  // Only checks call `function`, together with other predicates and functions. So `function` states what the others should do.
  bool measure = false;
  bool idle = false;  // the other constraints imply this one, although some counterexample should be excluded
  double blocks = 0;  // 0 .. 1: the constraint's share of the blame for instances that are wrongly rejected
  // 0 .. 1: similarity to a formula of a failing command: the number of operators, signatures and fields in both, divided by the
  // number in either. 1 if a failing test or command is about the predicate or function that contains the constraint.
  double kinship = 0;
  double nearness = 0;  // 1 if a failing test or command calls `function` directly; halved for each call in between
};

/// The signals of the model under test, in the order of paragraphs. If nothing fails, they are computed from the checks that
/// hold. Throws support::Exhausted.
std::vector<ConstraintSignals> constraintSignals(Evidence& evidence, const support::Budget& budget);

}  // namespace aunit::strength
