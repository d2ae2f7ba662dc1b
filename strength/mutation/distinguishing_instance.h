// Finds a valuation that distinguishes two versions of a model.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "model/semantics.h"
#include "strength/claims/claim.h"
#include "support/budget.h"

namespace aunit::strength {

/// Tries small random valuations on two models that differ only in one predicate or fact. Returns the first model's claim about a
/// valuation for which the second model contradicts the claim; nothing if no such valuation is found.
std::optional<Claim> distinguishingInstance(const model::Model& first, const model::Model& second, std::uint32_t paragraph,
                                            model::Semantics semantics, const support::Budget& budget);

}  // namespace aunit::strength
