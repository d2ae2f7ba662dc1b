// A shared part is evaluated once, however often formulas mention it. Otherwise the work would double at each level of nested
// calls, and these tests with 40 levels would never end.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "evaluator/evaluator_impl.h"
#include "tests/evaluator/sources.h"

namespace aunit::evaluator {
namespace {

using testing::Source;

constexpr int levels = 40;
const char* const instanceText = R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a", "b"], "states": [
  {"sigs": {"this/A": ["a", "b"]}, "fields": {"this/A.f": [["a", "b"], ["b", "a"]]}}]})";

struct Counter : NoObserver {
  static constexpr bool active = true;
  bool wantsValues() const { return true; }
  std::vector<int>* formulas;  // number of reports for each formula
  void formula(model::ExprId id, bool) { ++(*formulas)[id]; }
};

std::string nested(const char* kind, const char* parameter, const char* type, const char* first, const char* next) {
  std::string text =
      fmt::format("open util/integer sig A {{ f: set A }}\n{} q0[x: {}]{} {{ {} }}\n", kind, parameter, type, first);
  for (int i = 1; i <= levels; ++i)
    text += fmt::format("{} q{}[x: {}]{} {{ {} }}\n", kind, i, parameter, type, fmt::format(fmt::runtime(next), i - 1));
  return text;
}

/// By formula: how often it was reported during the evaluation of the first fact, which holds. The model is of moderate size.
std::vector<int> reported(Source& source) {
  const model::Instance instance = source.instance(instanceText);
  std::vector<int> seen(source.model().exprCount());
  Counter watcher;
  watcher.formulas = &seen;
  BasicEvaluator<Counter> evaluator(source.model(), {}, watcher);
  evaluator.bind(instance);
  EXPECT_TRUE(evaluator.holds(source.model().facts()[0].body));
  EXPECT_LT(evaluator.program().nodes.size(), 2000u);
  return seen;
}

TEST(Sharing, CallsUnderAnObserverAreCompiledOnceForEqualArguments) {
  Source source(nested("pred", "A", "", "some x.f", "q{0}[x] and q{0}[x]") +
                fmt::format("fact {{ all a: A | q{}[a] }}\n", levels));
  const std::vector<int> seen = reported(source);
  for (const model::Func& func : source.model().funcs()) {
    if (func.name.starts_with("q")) {
      EXPECT_GT(seen[func.body], 0) << func.name;
    }
  }
}

TEST(Sharing, ArgumentsThatReadDifferentlyAreSeenApart) {
  Source source("sig A { f: set A } pred q[x: A] { some x.f } fact { all a: A | q[a] and q[a.f] }");
  const std::vector<int> seen = reported(source);
  for (const model::Func& func : source.model().funcs()) {
    if (func.name == "q") {
      EXPECT_EQ(seen[func.body], 4);  // two calls, two atoms
    }
  }
}

TEST(Sharing, OverflowsAreAskedOnceForWhatIsShared) {
  Source source(nested("fun", "Int", ": Int", "x", "plus[q{0}[x], q{0}[x]]") + fmt::format("fact {{ q{}[0] = 0 }}\n", levels));
  Evaluator evaluator(source.model(), {.semantics = {.noOverflow = true}});
  const model::Instance instance = source.instance(instanceText);
  evaluator.bind(instance);
  EXPECT_TRUE(evaluator.holds(source.model().facts()[0].body));
}

TEST(Sharing, ValuesWithinValuesAreCompiledOnceUnderEachSign) {
  std::string call = "(#A > 1 => A else none)", let = "#A > 1";
  for (int i = 0; i < 60; ++i) {
    call = "g[" + call + "]";
    let = "(let x = " + let + " | x or not x)";
  }
  Source source(fmt::format("sig A {{ f: set A }} fun g[x: set A]: set A {{ x }} fact {{ no {} }} fact {{ {} }}", call, let));
  Evaluator evaluator(source.model(), {.semantics = {.noOverflow = true}});
  const model::Instance instance = source.instance(instanceText);
  evaluator.bind(instance);
  EXPECT_FALSE(evaluator.holds(source.model().facts()[0].body));
  EXPECT_TRUE(evaluator.holds(source.model().facts()[1].body));
}

TEST(Sharing, WhatNoBindingReachesIsWalkedOnce) {
  Source source(nested("pred", "A", "", "x in A.f", "q{0}[x] and q{0}[x]") +
                fmt::format("fact {{ all a: A - A | q{}[a] }}\n", levels));
  reported(source);
}

}  // namespace
}  // namespace aunit::evaluator
