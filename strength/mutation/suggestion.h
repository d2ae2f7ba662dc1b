// The claim of a test that kills a surviving mutant.
#pragma once

#include <span>

#include "strength/claims/claim.h"
#include "strength/mutation/equivalence.h"

namespace aunit::strength {

/// Returns a claim about the instance in `difference`. The claim is true of the model and false of the mutant. `change` is the
/// mutant: one change or several changes of one paragraph. If a fact or declaration changes, the claim says whether the facts
/// hold in the instance. If a predicate changes, the claim says whether the facts hold and the predicate holds for the arguments
/// in `difference`. If a function changes, or if other constraints hide the difference, the claim says the value of the function
/// or predicate. Throws support::Exhausted.
Claim claimOf(std::span<const Mutant> change, const model::Model& model, const Witness& difference, const ProofOptions& options);

}  // namespace aunit::strength
