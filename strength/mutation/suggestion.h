// The claim of a test that kills a surviving mutant.
#pragma once

#include <span>

#include "strength/claims/claim.h"
#include "strength/mutation/equivalence.h"

namespace aunit::strength {

/// Returns a claim about an instance that is true of the model and false of the mutant. `change` is the mutant: one change or
/// several changes of one paragraph. The claim says whether the instance is a solution. If a predicate changes, the claim has
/// arguments for it. If other constraints hide the difference, the claim is about the value of the predicate or function.
/// Throws support::Exhausted.
Claim claimOf(std::span<const Mutant> change, const model::Model& model, const Witness& difference, const ProofOptions& options);

}  // namespace aunit::strength
