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
  std::vector<std::uint32_t> candidates;  // candidates that meet it, ascending
  std::size_t met = 0;                    // how many tests meet it: existing tests, then also chosen ones
  std::size_t wanted = 1;                 // how many tests should meet it
  std::string title;                      // title of a test that is chosen for this goal; empty: the statement is the title
};

struct Chosen {
  std::uint32_t candidate = 0;
  std::size_t meets = 0;  // number of goals that it meets
  std::string title;      // of the first goal that was open when it was chosen; may be empty
};

/// Greedy set cover: takes the candidate that meets most goals that no test meets yet, until all goals that can be met are met;
/// then continues with goals that want a second test, and so on. Ties go to the larger `worth`, then to the lower number. Takes
/// at most `limit` candidates; 0: as many as needed, and then searches for fewer within the budget. Updates Goal::met.
std::vector<Chosen> cover(std::vector<Goal>& goals, std::size_t candidates, std::size_t limit,
                          const std::function<std::ptrdiff_t(std::uint32_t)>& worth, const support::Budget& budget = {});

}  // namespace aunit::strength
