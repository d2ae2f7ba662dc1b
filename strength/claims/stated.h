// Claims that existing tests state.
#pragma once

#include <optional>

#include "evaluator/evaluator.h"
#include "strength/claims/claim.h"
#include "suite/statement.h"

namespace aunit::strength {

/// Returns the claim that a test states about its valuation. The claim may be wrong. Returns nothing unless the test has the form
/// of a proposal: it states whether the facts hold, whether the facts and one predicate hold, or the value of a predicate or
/// function.
std::optional<Claim> statedBy(const model::Model& model, suite::StatementReader& reader, evaluator::Evaluator& evaluator,
                              const suite::TestCase& test);

}  // namespace aunit::strength
