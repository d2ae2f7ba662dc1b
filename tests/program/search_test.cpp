// Unit tests of the reachability engine.
#include "solver/reachability/reachability.h"

#include <gtest/gtest.h>

#include "solver/reachability/state_table.h"
#include "tests/program/naive_search.h"

namespace aunit::tests {
namespace {

using model::program::Program;
using reachability::Outcome;

std::unique_ptr<Program> parsed(const std::string& text) {
  std::string errors;
  auto program = parseProgram(text, &errors);
  EXPECT_TRUE(program) << errors;
  return program;
}

Outcome outcomeOf(const Program& p, const std::string& property) {
  const reachability::Report report = reachability::explore(p);
  for (std::size_t i = 0; i < p.properties.size(); ++i)
    if (p.properties[i].name == property) return report.verdicts[i].outcome;
  ADD_FAILURE() << property;
  return Outcome::unknown;
}

TEST(Search, FindsTheShortestPath) {
  // The long path through `slow` and the short one through `fast` lead to the same violation.
  const auto p = parsed(R"(
    var x: 0..9 = 0
    process Slow { x := 1  x := 2  x := 3  x := 9 }
    process Fast { await x = 1 then x := 9 }
    invariant Small: x < 9)");
  const auto report = reachability::explore(*p);
  ASSERT_EQ(report.verdicts[0].outcome, Outcome::violated);
  ASSERT_EQ(report.verdicts[0].path->length(), 2u);
  EXPECT_EQ(report.verdicts[0].path->steps[1].process, 1u);
}

TEST(Search, TellsDeadlocksFromEnds) {
  EXPECT_EQ(outcomeOf(*parsed("process P { skip }"), "no deadlock"), Outcome::holds);
  EXPECT_EQ(outcomeOf(*parsed("var go: bool = false process P { await go }"), "no deadlock"), Outcome::violated);
  // One process has ended, the other one waits.
  EXPECT_EQ(outcomeOf(*parsed("var go: bool = false process P { await go } process Q { skip }"), "no deadlock"),
            Outcome::violated);
  // Busy waiting is no deadlock.
  EXPECT_EQ(outcomeOf(*parsed("var go: bool = false process P { 0: if not go goto 0 }"), "no deadlock"), Outcome::holds);
}

TEST(Search, ReportsErrorsOfStatements) {
  const auto reason = [](const std::string& text) {
    const auto p = parsed(text);
    const auto report = reachability::explore(*p);
    return report.verdicts.back().outcome == Outcome::violated ? report.verdicts.back().reason : "";
  };
  EXPECT_EQ(reason("var x: 0..3 = 0 process P { up: x := x + 1 goto up }"),
            "process `P` at location `up` assigns to a variable a value outside its domain");
  EXPECT_EQ(reason("var a[0..2]: bool = false var i: 0..3 = 3 process P { 0: a[i] := true }"),
            "process `P` at location `0` uses an index outside the array");
  EXPECT_EQ(reason("var a[0..2]: bool = false var i: 0..3 = 3 process P { 0: if a[i] goto 0 }"),
            "process `P` at location `0` uses an index outside the array");
  EXPECT_EQ(reason("var x: 0..3 = 0 process P { 0: x := 1 / x }"), "process `P` at location `0` divides by 0");
  EXPECT_EQ(reason("var x: 0..3 = 0 process P { 0: if x != 0 and 1 / x = 1 goto 0 }"), "");  // the division is not evaluated
}

TEST(Search, TakesEveryInitialState) {
  const auto p = parsed("var a: 0..3 var b: bool in {true} var c: {red, green, blue} in {red, blue} process P { skip }");
  const auto report = reachability::explore(*p);
  EXPECT_EQ(report.statistics.initialStates, 8u);
  EXPECT_EQ(report.statistics.states, 16u);
}

TEST(Search, WidePackedStates) {
  // 20 variables of 31 bits: ten words and more.
  std::string text;
  for (int i = 0; i < 20; ++i) text += "var v" + std::to_string(i) + ": 0..2147483647 = 2147483640\n";
  text += "process P[i: 0..2] { ";
  for (int i = 0; i < 20; i += 5) text += "v" + std::to_string(i) + " := v" + std::to_string(i) + " + 1 ";
  const auto p = parsed(text + "}");
  const auto report = reachability::explore(*p);
  EXPECT_EQ(report.statistics.states, 125u);
  EXPECT_GE(report.statistics.bits, 640u);
}

TEST(Search, SameForAnyNumberOfThreads) {
  const auto p = specProgram("filter_lock.prog");
  const auto one = reachability::explore(*p, {.jobs = 1});
  for (const int jobs : {2, 5}) {
    const auto many = reachability::explore(*p, {.jobs = jobs});
    EXPECT_EQ(many.statistics.states, one.statistics.states);
    EXPECT_EQ(many.statistics.transitions, one.statistics.transitions);
    EXPECT_EQ(many.statistics.depth, one.statistics.depth);
  }
}

TEST(Search, LimitsLeaveUnknown) {
  const auto p = parsed("var x: 0..1000000 = 0 process P { up: x := x + 1 goto up } invariant I: x >= 0 invariant J: x < 10");
  for (const auto& options : {reachability::Options{.states = 5000}, reachability::Options{.bytes = 1 << 18}}) {
    const auto report = reachability::explore(*p, options);
    EXPECT_FALSE(report.limit.empty());
    EXPECT_FALSE(report.statistics.complete);
    EXPECT_GT(report.statistics.states, 0u);
    EXPECT_EQ(report.verdicts[0].outcome, Outcome::unknown);
    EXPECT_EQ(report.verdicts[1].outcome, Outcome::violated);  // found before the limit was reached
  }
  const std::atomic<bool> stop = true;
  EXPECT_EQ(reachability::explore(*p, {.limits = {.stop = &stop}}).limit, "interrupted");
}

TEST(Search, DecidesLiveness) {
  const std::string busy = "var turn: bool = false process P { 0: turn := not turn goto 0 } ";
  EXPECT_EQ(outcomeOf(*parsed(busy + "property A: always eventually turn"), "A"), Outcome::holds);
  EXPECT_EQ(outcomeOf(*parsed(busy + "property A: eventually always turn"), "A"), Outcome::violated);
  EXPECT_EQ(outcomeOf(*parsed(busy + "property A: always (turn implies eventually not turn)"), "A"), Outcome::holds);
  // Another process may run forever, unless the first is treated fairly.
  const std::string other = "var done: bool = false process Q { 0: goto 0 } ";
  EXPECT_EQ(outcomeOf(*parsed(other + "process P { done := true } property A: eventually done"), "A"), Outcome::violated);
  EXPECT_EQ(outcomeOf(*parsed(other + "fair process P { done := true } property A: eventually done"), "A"), Outcome::holds);
  // Weak fairness requires nothing of a process that is disabled again and again.
  EXPECT_EQ(outcomeOf(*parsed("var open, done: bool = false process Q { 0: open := not open goto 0 } "
                              "fair process P { await open then done := true } property A: eventually done"),
                      "A"),
            Outcome::violated);
  // A blocked process stays where it is.
  EXPECT_EQ(outcomeOf(*parsed("var x: 0..2 = 0 process P { x := 1 await x = 2 } property A: always eventually x = 2"), "A"),
            Outcome::violated);
  EXPECT_EQ(outcomeOf(*parsed("var x: 0..2 = 0 process P { x := 1 x := 2 } property A: eventually always x = 2"), "A"),
            Outcome::holds);
}

TEST(Search, LassosAreRuns) {
  const auto p = parsed(
      "var done: bool = false process Q { 0: skip goto 0 } process P { done := true } fair process R { 0: skip goto 0 } property "
      "A: eventually done");
  const auto report = reachability::explore(*p);
  ASSERT_EQ(report.verdicts[0].outcome, Outcome::violated);
  const reachability::Path& path = *report.verdicts[0].path;
  ASSERT_TRUE(path.loop);
  ASSERT_LT(*path.loop, path.length());
  EXPECT_EQ(path.state(path.length()), path.state(*path.loop));
  bool fair = false;  // R steps in the loop
  for (std::size_t i = 0; i <= path.length(); ++i) {
    EXPECT_EQ(*evaluate(*p, p->expr(p->properties[0].formula).children[0], path.state(i)), 0);
    if (i == 0) continue;
    const NaiveStep next = step(*p, path.steps[i - 1].process, path.state(i - 1));
    EXPECT_EQ(next.kind, NaiveStep::step);
    EXPECT_EQ(next.state, path.state(i));
    fair = fair || (i > *path.loop && path.steps[i - 1].process == 2);
  }
  EXPECT_TRUE(fair);
}

TEST(StateTable, KeepsEachStateOnce) {
  reachability::Shard shard(2);
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t i = 0; i < 5000; ++i) {
      const std::uint64_t state[2] = {i * 3, i << 40};
      EXPECT_EQ(shard.insert(state, reachability::hashOf(state, 2), 7), round == 0);
    }
  EXPECT_EQ(shard.size(), 5000u);
  const std::uint64_t state[2] = {30, std::uint64_t{10} << 40};
  const std::uint32_t found = shard.find(state, reachability::hashOf(state, 2));
  ASSERT_NE(found, reachability::noState);
  EXPECT_EQ(shard.state(found)[1], state[1]);
  // If all hash bits collide, the states themselves are compared.
  const std::uint64_t other[2] = {1, 1};
  EXPECT_TRUE(shard.insert(other, reachability::hashOf(state, 2), 7));
}

}  // namespace
}  // namespace aunit::tests
