// Evidence for a fault in one constraint as a whole: a conjunct of a fact, or of a predicate that something failing calls.
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
  model::FuncId function = model::noId;   // the predicate that it is part of; noId: a fact
  bool asked = false;                     // that predicate is what a failing command runs
  bool idle = false;  // it excludes nothing that the others do not, although a counterexample is to be excluded
  double blocks = 0;  // 0 .. 1: its share of what stands in the way of what should be accepted
  // 0 .. 1: signatures and fields that it and a failing command both mention, of those that either mentions; 1 where a failing
  // test is about it.
  double kinship = 0;
};

/// The signals of the model under test, in the order of paragraphs. Where nothing fails, what checks that hold are about stands
/// for what fails. Throws support::Exhausted.
std::vector<ConstraintSignals> constraintSignals(Evidence& evidence, const support::Budget& budget);

}  // namespace aunit::strength
