// Finds a valuation that distinguishes two versions of a model.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "model/semantics.h"
#include "strength/claims/claim.h"
#include "support/budget.h"

namespace aunit::strength {

/// Tries small random valuations on two models that differ only in one predicate or fact. Returns a claim that the first model
/// confirms and the second model contradicts; nothing if no tried valuation gives such a claim.
std::optional<Claim> distinguishingInstance(const model::Model& first, const model::Model& second, std::uint32_t paragraph,
                                            model::Semantics semantics, const support::Budget& budget);

}  // namespace aunit::strength
