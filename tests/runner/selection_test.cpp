#include "runner/selection/selection.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace aunit::runner {
namespace {

bool matches(const std::string& expression, const std::string& name) {
  std::string error;
  const auto parsed = NameExpression::parse(expression, error);
  EXPECT_TRUE(parsed) << expression << ": " << error;
  return parsed && parsed->matches(name);
}

std::string errorOf(const std::string& expression) {
  std::string error;
  EXPECT_FALSE(NameExpression::parse(expression, error)) << expression;
  return error;
}

TEST(NameExpression, AWordHoldsWhenTheNameContainsItWhateverItsCase) {
  EXPECT_TRUE(matches("loop", "a self Loop"));
  EXPECT_TRUE(matches("LOOP", "a self loop"));
  EXPECT_FALSE(matches("cycle", "a self loop"));
  EXPECT_TRUE(matches("", "anything"));
}

TEST(NameExpression, NotBindsTighterThanAndAndAndTighterThanOr) {
  EXPECT_TRUE(matches("a or b and c", "a"));
  EXPECT_FALSE(matches("(a or b) and c", "a"));
  EXPECT_TRUE(matches("not a and b", "b"));
  EXPECT_FALSE(matches("not (a or b)", "b"));
  EXPECT_TRUE(matches("not not a", "a"));
}

TEST(NameExpression, SeveralWordsInARowAndQuotedTextAreOnePhrase) {
  EXPECT_TRUE(matches("self loop", "a self loop"));
  EXPECT_FALSE(matches("self loop", "a loop on itself"));
  EXPECT_TRUE(matches("'this and that'", "this and that"));
  EXPECT_FALSE(matches("'this and that'", "that and this"));
  EXPECT_TRUE(matches("self loop and not 'two'", "a self loop"));
}

TEST(NameExpression, WhatIsNoExpressionIsExplained) {
  EXPECT_EQ(errorOf("a and"), "a name is missing at the end");
  EXPECT_EQ(errorOf("or b"), "a name is missing before `or`");
  EXPECT_EQ(errorOf("(a"), "a `)` is missing");
  EXPECT_EQ(errorOf("a)"), "unexpected `)`");
  EXPECT_EQ(errorOf(std::string(100'000, '(')), "the expression is nested too deeply");
}

using Indices = std::vector<std::size_t>;

class Select : public testing::Test {
 protected:
  std::vector<std::string> fast = {"fast"}, slow = {"slow", "db"}, none;
  std::vector<Candidate> candidates = {candidate("a", fast), candidate("b", slow), candidate("c", none), candidate("d", fast)};

  static Candidate candidate(const std::string& name, const std::vector<std::string>& tags) {
    return {.id = "f::" + name, .file = "f", .name = name, .lines = {}, .tags = tags};
  }
};

TEST_F(Select, EverythingByDefault) {
  EXPECT_EQ(select(candidates, {}), (Indices{0, 1, 2, 3}));
}

TEST_F(Select, AnyOfTheTags) {
  EXPECT_EQ(select(candidates, {.tags = {"db", "fast"}}), (Indices{0, 1, 3}));
}

TEST_F(Select, ShardsDivideWhatTheOtherConditionsLeave) {
  Selection selection;
  std::string error;
  selection.names = *NameExpression::parse("not b", error);
  selection.shard = *Shard::parse("1/2");
  EXPECT_EQ(select(candidates, selection), (Indices{0, 3}));
  selection.shard = *Shard::parse("2/2");
  EXPECT_EQ(select(candidates, selection), (Indices{2}));
}

TEST_F(Select, ShardsByTimeKeepTheOrder) {
  Selection selection;
  selection.shard = {0, 2, {{"f::a", 1}, {"f::b", 10}, {"f::c", 1}, {"f::d", 1}}};
  EXPECT_EQ(select(candidates, selection), (Indices{1}));
  selection.shard.index = 1;
  EXPECT_EQ(select(candidates, selection), (Indices{0, 2, 3}));
}

TEST_F(Select, OnlyTheIdsAskedFor) {
  EXPECT_EQ(select(candidates, {.onlyIds = std::set<std::string>{"f::c", "gone::x"}}), (Indices{2}));
}

TEST_F(Select, FailuresComeFirstInTheirOrder) {
  EXPECT_EQ(select(candidates, {.first = {"f::d", "f::b", "gone::x"}}), (Indices{1, 3, 0, 2}));
}

TEST_F(Select, StartsAtATestUnlessItIsGone) {
  Selection selection;
  selection.from = "f::c";
  EXPECT_EQ(select(candidates, selection), (Indices{2, 3}));
  selection.from = "f::x";
  EXPECT_EQ(select(candidates, selection), (Indices{0, 1, 2, 3}));
}

TEST_F(Select, ShufflingKeepsFilesTogetherAndLosesNothing) {
  for (std::size_t i = 0; i < 40; ++i) {
    candidates.push_back(candidates[i % 4]);
    candidates.back().file = std::string(1, static_cast<char>('g' + i / 10));
  }
  Selection selection;
  std::set<Indices> orders;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    selection.shuffle = seed;
    Indices chosen = select(candidates, selection);
    EXPECT_EQ(chosen, select(candidates, selection));
    orders.insert(chosen);
    std::size_t changes = 1;
    for (std::size_t i = 1; i < chosen.size(); ++i) changes += candidates[chosen[i]].file != candidates[chosen[i - 1]].file;
    EXPECT_EQ(changes, 5u);
    std::ranges::sort(chosen);
    for (std::size_t i = 0; i < chosen.size(); ++i) EXPECT_EQ(chosen[i], i);
    EXPECT_EQ(chosen.size(), candidates.size());
  }
  EXPECT_EQ(orders.size(), 20u);
}

TEST_F(Select, RepeatsTheWhole) {
  EXPECT_EQ(select(candidates, {.onlyIds = std::set<std::string>{"f::a", "f::c"}, .repeat = 2}), (Indices{0, 2, 0, 2}));
}

TEST_F(Select, AFileThatDoesNotLoadIsNeverLeftOut) {
  candidates[2].always = true;
  EXPECT_EQ(select(candidates, {.tags = {"db"}}), (Indices{1, 2}));
}

}  // namespace
}  // namespace aunit::runner
