// A test that kills a surviving mutant.
#pragma once

#include <span>

#include "strength/claims/claim.h"
#include "strength/mutation/equivalence.h"

namespace aunit::strength {

/// The statement of the model, but not of the mutant (or several changes of one paragraph at once), about the instance in which
/// they differ: whether it is a solution, in a changed predicate's case with arguments; where other constraints hide the
/// difference the value of the predicate or function alone. Throws support::Exhausted.
Claim claimOf(std::span<const Mutant> change, const model::Model& model, const Witness& difference, const ProofOptions& options);

}  // namespace aunit::strength
