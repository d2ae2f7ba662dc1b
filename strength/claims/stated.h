// Claims that existing tests state.
#pragma once

#include <optional>

#include "evaluator/evaluator.h"
#include "strength/claims/claim.h"
#include "suite/statement.h"

namespace aunit::strength {

/// The claim that a test of a valuation states, right or wrong, if it has a form that could be proposed: the facts hold or do
/// not; in addition one predicate holds or does not; a predicate or function has a value.
std::optional<Claim> statedBy(const model::Model& model, suite::StatementReader& reader, evaluator::Evaluator& evaluator,
                              const suite::TestCase& test);

}  // namespace aunit::strength
