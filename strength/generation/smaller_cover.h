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

/// Returns a set of candidates, ascending, that meets all demands and is at most as large as `taken`, often smaller. `taken` must
/// meet all demands. Runs a fixed number of steps with a fixed seed, so it is deterministic unless the budget ends it early. Each
/// candidate is replaced by an equivalent one of more `worth`, if there is one.
std::vector<std::uint32_t> smallerCover(const std::vector<Demand>& demands, std::vector<std::uint32_t> taken,
                                        std::size_t candidates, const std::function<std::ptrdiff_t(std::uint32_t)>& worth,
                                        const support::Budget& budget);

}  // namespace aunit::strength
