// Signals that suggest a fault in a whole constraint. Constraints are conjuncts of facts, conjuncts of predicates that a failing
// test or command calls, and bodies of functions that a failing test or command calls. Conjuncts in the body of an `all`
// quantifier are constraints, too.
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
  bool asked = false;                     // whether a failing command runs `function`
  /// Whether `function` states an expectation: only failing checks call it, and they also call functions that describe the model.
  bool measure = false;
  /// Whether the constraint excludes no instance, because the other facts imply it. Examined only if a command has an unwanted
  /// instance; otherwise false.
  bool idle = false;
  double blocks = 0;  // 0 .. 1: the constraint's share of the blame for wrongly rejected instances
  /// 0 .. 1: similarity of the constraint and the formula of a failing command, by the operators, signatures and fields in them.
  /// 1 if a failing test or command is about the predicate or function that contains the constraint.
  double kinship = 0;
  double nearness = 0;  // 1 if a failing test or command calls `function` directly; halved for each call in between
};

/// Returns the signals of all constraints of the model under test, in the order of Model::paragraphs(). If no test or
/// command fails, treats each check that holds as if it failed. Throws support::Exhausted.
std::vector<ConstraintSignals> constraintSignals(Evidence& evidence, const support::Budget& budget);

}  // namespace aunit::strength
