// The statements of tests that people have written, as claims.
#pragma once

#include <optional>

#include "evaluator/evaluator.h"
#include "strength/claims/claim.h"
#include "suite/statement.h"

namespace aunit::strength {

/// The claim that a test of a valuation makes, right or wrong on the model, if it is one that could be proposed: that the facts
/// hold or not, or beside them one predicate; the value of a predicate or function.
std::optional<Claim> statedBy(const model::Model& model, suite::StatementReader& reader, evaluator::Evaluator& evaluator,
                              const suite::TestCase& test);

}  // namespace aunit::strength
