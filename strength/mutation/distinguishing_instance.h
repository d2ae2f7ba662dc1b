// A valuation that tells two forms of a model apart.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "model/semantics.h"
#include "strength/claims/claim.h"
#include "support/budget.h"

namespace aunit::strength {

/// Two readings of one text that differ in a predicate or fact alone. What the first says of a small valuation of which the
/// second says the opposite, found by chance; nothing if none is found.
std::optional<Claim> distinguishingInstance(const model::Model& first, const model::Model& second, std::uint32_t paragraph,
                                            model::Semantics semantics, const support::Budget& budget);

}  // namespace aunit::strength
