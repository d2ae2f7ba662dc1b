// A valuation that tells two forms of a model apart.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "strength/generation/claim.h"

namespace aunit::strength {

/// Two readings of one text that differ in a predicate or fact alone. What the first says of a small valuation of which the
/// second says the opposite, found by chance; nothing where none is found.
std::optional<Claim> distinguishingInstance(const model::Model& first, const model::Model& second, std::uint32_t paragraph,
                                            bool noOverflow, std::chrono::steady_clock::time_point deadline,
                                            const std::atomic<bool>* stop);

}  // namespace aunit::strength
