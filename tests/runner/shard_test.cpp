#include "runner/selection/shard.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace aunit::runner {
namespace {

using Costs = std::vector<std::uint64_t>;

std::uint64_t largest(const Costs& costs, const std::vector<std::size_t>& parts, std::size_t total) {
  Costs loads(total);
  for (std::size_t i = 0; i < costs.size(); ++i) loads[parts[i]] += costs[i];
  return std::ranges::max(loads);
}

/// The cost of the largest part in an optimal division, found by a trial of all divisions.
std::uint64_t best(const Costs& costs, std::size_t total, std::size_t from, Costs& loads) {
  if (from == costs.size()) return std::ranges::max(loads);
  std::uint64_t least = std::accumulate(costs.begin(), costs.end(), std::uint64_t{0});
  for (std::size_t part = 0; part < total; ++part) {
    loads[part] += costs[from];
    least = std::min(least, best(costs, total, from + 1, loads));
    loads[part] -= costs[from];
    if (loads[part] == 0) break;  // empty parts are interchangeable
  }
  return least;
}

TEST(Shard, IsReadFromOne) {
  const auto shard = Shard::parse("2/3");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->index, 1u);
  EXPECT_EQ(shard->total, 3u);
  for (const char* bad : {"", "2", "0/3", "4/3", "1/0", "1/3x", "a/b", "-1/3"}) EXPECT_FALSE(Shard::parse(bad)) << bad;
}

TEST(Partition, IsWithinTheBoundOfTheBestDivision) {
  std::mt19937 random(20261122);
  for (int round = 0; round < 300; ++round) {
    Costs costs(random() % 9);
    for (std::uint64_t& cost : costs) cost = random() % (round % 2 == 0 ? 8 : 1000);
    const std::size_t total = 1 + random() % 4;
    const std::vector<std::size_t> parts = partition(costs, total);
    ASSERT_EQ(parts.size(), costs.size());
    EXPECT_TRUE(std::ranges::all_of(parts, [&](std::size_t part) { return part < total; }));
    Costs loads(total);
    const std::uint64_t optimum = best(costs, total, 0, loads);
    EXPECT_LE(3 * total * largest(costs, parts, total), (4 * total - 1) * optimum);
  }
}

TEST(Partition, OfManyPartsMakesNoMoreThanThereIsWork) {
  EXPECT_EQ(partition(Costs{5, 7}, 1'000'000'000), (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(partition(Costs{}, 3).empty());
}

class Shards : public testing::Test {
 protected:
  std::vector<std::string> ids = {"a", "b", "c", "d", "e", "f", "g"};

  /// The names of the pieces in each part.
  std::vector<std::string> divided(std::size_t total, const Times& times) const {
    std::vector<std::string> parts;
    for (std::size_t index = 0; index < total; ++index) {
      const std::vector<bool> held = Shard{index, total, times}.holds(ids);
      std::string& part = parts.emplace_back();
      for (std::size_t i = 0; i < ids.size(); ++i)
        if (held[i]) part += ids[i];
    }
    return parts;
  }
};

TEST_F(Shards, HaveTheSameNumberWhereNoTimeIsKnown) {
  const std::vector<std::string> expected = {"adg", "be", "cf"};
  EXPECT_EQ(divided(3, {}), expected);
  EXPECT_EQ(divided(3, {{"gone", 8}}), expected);
  EXPECT_EQ(divided(3, {{"a", 2}, {"b", 2}}), expected);  // pieces without a time count the same
}

TEST_F(Shards, TakeAboutTheSameTime) {
  EXPECT_EQ(divided(2, {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 5}, {"g", 0}}),
            (std::vector<std::string>{"fg", "abcde"}));
  EXPECT_EQ(divided(2, {{"b", 2}, {"c", 100}}), (std::vector<std::string>{"c", "abdefg"}));
}

TEST_F(Shards, AreDisjointAndComplete) {
  std::mt19937 random(7);
  for (int round = 0; round < 100; ++round) {
    Times times;
    for (const std::string& id : ids)
      if (random() % 3 != 0) times[id] = static_cast<double>(random() % 100) / 7;
    const std::size_t total = 1 + random() % 9;
    std::string all;
    for (const std::string& part : divided(total, times)) all += part;
    std::ranges::sort(all);
    EXPECT_EQ(all, "abcdefg");
  }
}

}  // namespace
}  // namespace aunit::runner
