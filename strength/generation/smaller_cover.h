// Reduces a set of candidates that meets all demands, by local search.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "support/budget.h"

namespace aunit::strength {

/// At least `wanted` of these candidates must be taken. `wanted` is at most the number of candidates.
struct Demand {
  std::vector<std::uint32_t> candidates;  // numbers of candidates, ascending
  std::size_t wanted = 1;
};

/// Returns candidates that meet all demands, in ascending order. Returns at most `taken.size()` candidates, and often fewer.
/// `taken` must meet all demands. Runs a fixed number of steps with a fixed seed, so the result is deterministic unless the
/// budget ends the search. At the end, replaces candidates by candidates of larger `worth` that meet the same demands.
std::vector<std::uint32_t> smallerCover(const std::vector<Demand>& demands, std::vector<std::uint32_t> taken,
                                        std::size_t candidates, const std::function<std::ptrdiff_t(std::uint32_t)>& worth,
                                        const support::Budget& budget);

}  // namespace aunit::strength
