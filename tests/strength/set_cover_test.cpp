// The choice of few candidates for many goals: they meet every goal that can be met, and are few.
#include "strength/generation/set_cover.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "strength/generation/smaller_cover.h"
#include "strength/instances/neighbours.h"
#include "support/random.h"

namespace aunit::strength {
namespace {

const auto alike = [](std::uint32_t) -> std::ptrdiff_t { return 0; };

Goal goalOf(std::vector<std::uint32_t> candidates, std::size_t wanted = 1) {
  Goal goal;
  goal.candidates = std::move(candidates);
  goal.wanted = wanted;
  return goal;
}

std::vector<std::uint32_t> candidatesOf(const std::vector<ChosenCandidate>& chosen) {
  std::vector<std::uint32_t> result;
  for (const ChosenCandidate& c : chosen) result.push_back(c.candidate);
  std::ranges::sort(result);
  return result;
}

/// Fourteen goals in two rows of seven. Candidates 0 and 1 are the rows. Candidates 2, 3 and 4 have four, two and one columns of
/// both rows, so that a greedy choice needs three candidates.
std::vector<Goal> trap(std::size_t wanted = 1) {
  std::vector<Goal> goals;
  for (std::uint32_t row = 0; row < 2; ++row)
    for (std::uint32_t column = 0; column < 7; ++column)
      goals.push_back(goalOf({row, column < 4 ? 2u : column < 6 ? 3u : 4u}, wanted));
  return goals;
}

TEST(SetCover, FindsFewerThanWhoTakesTheLargestFirst) {
  auto goals = trap();
  EXPECT_EQ(candidatesOf(cover(goals, 5, 0, alike)), (std::vector<std::uint32_t>{0, 1}));
  for (const Goal& goal : goals) EXPECT_EQ(goal.met, 1u);
}

TEST(SetCover, TakesTheLargestFirstWhereOnlySoManyAreWanted) {
  auto goals = trap();
  const auto chosen = cover(goals, 5, 1, alike);
  EXPECT_EQ(candidatesOf(chosen), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(chosen[0].meets, 8u);
}

TEST(SetCover, MeetsGoalsAsOftenAsIsWantedAndPossible) {
  auto goals = trap(3);
  EXPECT_EQ(cover(goals, 5, 0, alike).size(), 5u);
  for (const Goal& goal : goals) EXPECT_EQ(goal.met, 2u);  // no more candidates exist
}

TEST(SetCover, CountsWhatIsMetAlready) {
  std::vector<Goal> goals = {goalOf({0}, 2), goalOf({1}), goalOf({})};
  goals[0].met = 1;
  goals[1].met = 1;
  EXPECT_EQ(candidatesOf(cover(goals, 2, 0, alike)), (std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(cover(goals, 2, 0, alike).empty());
}

TEST(SetCover, OfEqualsTakesTheOneOfMostWorth) {
  std::vector<Goal> goals = {goalOf({0, 1, 2}), goalOf({0, 1, 2}), goalOf({3, 4})};
  const auto worth = [](std::uint32_t c) -> std::ptrdiff_t { return c == 1 || c == 4 ? 1 : 0; };
  EXPECT_EQ(candidatesOf(cover(goals, 5, 0, worth)), (std::vector<std::uint32_t>{1, 4}));
}

/// The size of the smallest subset of the candidates that meets all demands, by trial of all subsets.
std::size_t fewest(const std::vector<Demand>& demands, std::size_t candidates) {
  std::size_t best = candidates;
  for (std::uint32_t set = 0; set < 1u << candidates; ++set) {
    const auto size = static_cast<std::size_t>(__builtin_popcount(set));
    if (size < best && std::ranges::all_of(demands, [&](const Demand& demand) {
          return std::ranges::count_if(demand.candidates, [&](std::uint32_t c) { return set >> c & 1; }) >=
                 static_cast<std::ptrdiff_t>(demand.wanted);
        }))
      best = size;
  }
  return best;
}

TEST(SetCover, AgreesWithTryingAllSubsets) {
  std::uint64_t random = 7;
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t candidates = 6 + static_cast<std::uint32_t>(support::nextRandom(random) % 8);
    std::vector<Demand> demands;
    for (std::size_t d = 5 + support::nextRandom(random) % 20; d > 0; --d) {
      std::set<std::uint32_t> some;
      for (std::size_t i = 1 + support::nextRandom(random) % 4; i > 0; --i)
        some.insert(static_cast<std::uint32_t>(support::nextRandom(random) % candidates));
      demands.push_back({{some.begin(), some.end()}, 1 + support::nextRandom(random) % some.size()});
    }
    std::vector<std::uint32_t> all(candidates);
    for (std::uint32_t c = 0; c < candidates; ++c) all[c] = c;
    EXPECT_EQ(smallerCover(demands, all, candidates, alike, {}).size(), fewest(demands, candidates)) << "round " << round;
  }
}

TEST(SetCover, GivesBackWhatItHasWhenItIsStopped) {
  const std::atomic<bool> stop = true;
  auto goals = trap();
  EXPECT_EQ(cover(goals, 5, 0, alike, support::Budget({.stop = &stop})).size(), 3u);
  for (const Goal& goal : goals) EXPECT_GE(goal.met, 1u);
}

}  // namespace
}  // namespace aunit::strength
