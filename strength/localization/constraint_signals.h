// Evidence for a fault in one whole constraint. Constraints are the conjuncts of facts and of predicates that a failing test or
// command calls, also below `all`, and the bodies of functions that it calls.
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
  model::ExprId conjunct = model::noId;   // of the fact or predicate, which it is or is a part of
  model::FuncId function = model::noId;   // the predicate or function that it is part of; noId: a fact
  bool asked = false;                     // that predicate is what a failing command runs
  // Only checks call that predicate or function, and they call others, too: it states what is expected of these.
  bool measure = false;
  bool idle = false;  // it excludes nothing that the others do not, although a counterexample is to be excluded
  double blocks = 0;  // 0 .. 1: its share of the constraints that wrongly reject instances
  // 0 .. 1: how much it resembles a formula of a failing command: operators, signatures and fields that both have, of those that
  // either has; 1 where a failing test or command is about its predicate or function.
  double kinship = 0;
  double nearness =
      0;  // 1 where a failing test or command calls its predicate or function itself, half of it for each call between
};

/// The signals of the model under test, in the order of paragraphs. If nothing fails, what checks that hold are about stands
/// for what fails. Throws support::Exhausted.
std::vector<ConstraintSignals> constraintSignals(Evidence& evidence, const support::Budget& budget);

}  // namespace aunit::strength
