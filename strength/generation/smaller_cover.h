// A smaller set of candidates that does the same work, by local search.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "support/budget.h"

namespace aunit::strength {

/// How many of these candidates must be taken; at most all.
struct Demand {
  std::vector<std::uint32_t> candidates;  // ascending
  std::size_t wanted = 1;
};

/// At most as many candidates as `taken`, which meets all demands, and often fewer: a local search of a fixed number of steps
/// without chance from outside, so the same on each run. For sets as small the one of more `worth`, candidate for candidate.
/// What was found is returned when the budget is used up. Ascending.
std::vector<std::uint32_t> smallerCover(const std::vector<Demand>& demands, std::vector<std::uint32_t> taken,
                                        std::size_t candidates, const std::function<std::ptrdiff_t(std::uint32_t)>& worth,
                                        const support::Budget& budget);

}  // namespace aunit::strength
