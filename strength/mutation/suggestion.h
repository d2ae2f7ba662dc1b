// The claim of a test that kills a surviving mutant.
#pragma once

#include <span>

#include "strength/claims/claim.h"
#include "strength/mutation/equivalence.h"

namespace aunit::strength {

/// Returns the model's claim about an instance on which the mutant, or several changes of one paragraph, contradicts it. The
/// claim says whether the instance is a solution; if a predicate changes, it has arguments. If other constraints hide the
/// difference, the claim is about the value of the predicate or function. Throws support::Exhausted.
Claim claimOf(std::span<const Mutant> change, const model::Model& model, const Witness& difference, const ProofOptions& options);

}  // namespace aunit::strength
