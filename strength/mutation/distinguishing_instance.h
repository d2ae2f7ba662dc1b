// Finds a valuation that distinguishes two versions of a model.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "model/semantics.h"
#include "strength/claims/claim.h"
#include "support/budget.h"

namespace aunit::strength {

/// For two models of one text that differ only in a predicate or fact. Tries small random valuations. Returns the first model's
/// claim about a valuation, if the second model contradicts the claim; nothing if there is none.
std::optional<Claim> distinguishingInstance(const model::Model& first, const model::Model& second, std::uint32_t paragraph,
                                            model::Semantics semantics, const support::Budget& budget);

}  // namespace aunit::strength
