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

/// A property that tests should show.
struct Goal {
  std::vector<std::uint32_t> candidates;  // candidates that meet the goal, ascending
  std::size_t met = 0;                    // number of tests that meet the goal: existing tests, then also chosen tests
  std::size_t wanted = 1;                 // number of tests that should meet the goal
  std::string title;                      // title of a test that is chosen for this goal; empty: the statement is the title
};

struct ChosenCandidate {
  std::uint32_t candidate = 0;
  std::size_t meets = 0;  // number of goals that the candidate meets
  std::string title;      // title of the first goal that was open when the candidate was chosen; may be empty
};

/// Greedy set cover: takes the candidate that meets most of the unmet goals, until no candidate meets another one. Then continues
/// with goals that want a second test, and so on. Ties go to the larger `worth`, then to the lower number. Takes at most `limit`
/// candidates; 0: as many as needed, and then searches for fewer within the budget. Updates Goal::met.
std::vector<ChosenCandidate> cover(std::vector<Goal>& goals, std::size_t candidates, std::size_t limit,
                                   const std::function<std::ptrdiff_t(std::uint32_t)>& worth, const support::Budget& budget = {});

}  // namespace aunit::strength
