// The constraint that a test's instance violates, as reports show it.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>

#include "evaluator/judge.h"
#include "evaluator/reason.h"
#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// The violated constraint, its place and the reason: the innermost formula that makes the constraint false, with the values of
/// its variables and operands. If several formulas together make the constraint false, the result has each of them. `given` has
/// the values of the free variables of the test's formulas.
Failure failureOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Broken& broken,
                  const evaluator::Options& options, std::span<const evaluator::Binding> given = {});

/// Maps the name of each function and predicate that `expr` calls to the names of the signatures and fields that its body reads,
/// directly or through calls (Failure::readBy).
std::map<std::string, std::set<std::string>> readByCalls(const model::Model& model, model::ExprId expr);

}  // namespace aunit::suite
