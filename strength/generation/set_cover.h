// Chooses few tests that meet many goals.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/budget.h"

namespace aunit::strength {

/// Something that tests should do, for example kill a mutant.
struct Goal {
  std::vector<std::uint32_t> candidates;  // candidates that meet the goal, ascending
  std::size_t met = 0;                    // number of tests that meet the goal; `cover` adds the tests that it chooses
  std::size_t wanted = 1;                 // number of tests that should meet the goal
  std::string title;  // title of a test that is chosen for this goal; empty: the test's statement is its title
};

struct ChosenCandidate {
  std::uint32_t candidate = 0;
  std::size_t meets = 0;  // number of goals that the candidate meets
  std::string title;      // title of the first unmet goal that the candidate meets when it is chosen; may be empty
};

/// Greedy set cover. Takes the candidate that meets the most unmet goals, until no candidate meets an unmet goal. Then does the
/// same for goals that want a second test, and so on. Ties go to the larger `worth`, then to the lower number. Takes at most
/// `limit` candidates. If `limit` is 0, takes as many as needed, then searches for a smaller set within the budget. Updates
/// Goal::met.
std::vector<ChosenCandidate> cover(std::vector<Goal>& goals, std::size_t candidates, std::size_t limit,
                                   const std::function<std::ptrdiff_t(std::uint32_t)>& worth, const support::Budget& budget = {});

}  // namespace aunit::strength
