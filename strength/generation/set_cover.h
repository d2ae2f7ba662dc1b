// Few tests for many goals.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/budget.h"

namespace aunit::strength {

/// Something that tests should show.
struct Goal {
  std::vector<std::uint32_t> candidates;  // that show it, ascending
  std::size_t met = 0;                    // how many tests meet it: at first existing tests, then also chosen ones
  std::size_t wanted = 1;                 // how many should
  std::string title;                      // title of a test that is chosen for this goal; empty: the statement is the title
};

struct Chosen {
  std::uint32_t candidate = 0;
  std::size_t meets = 0;  // goals
  std::string title;      // of the first goal that nothing met before; empty where that has none
};

/// Takes the candidate that meets most of the goals that nothing meets yet, until no goal is left that some candidate meets;
/// then most of those met once where more is wanted, and so on. Among equals the one of most `worth`, then the first. At most
/// `limit` candidates; 0: as many as it takes, and then the budget is used to look for fewer that do the same. Leaves in
/// `goals` how often each is met.
std::vector<Chosen> cover(std::vector<Goal>& goals, std::size_t candidates, std::size_t limit,
                          const std::function<std::ptrdiff_t(std::uint32_t)>& worth, const support::Budget& budget = {});

}  // namespace aunit::strength
