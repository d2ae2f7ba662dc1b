#include "reporters/run/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/reporters/samples.h"

namespace aunit::reporters {
namespace {

TEST(Json, HoldsTestsAndSummary) {
  const auto document = nlohmann::json::parse(json(test::mixedRun()));
  ASSERT_EQ(document["tests"].size(), 4u);
  const auto& passed = document["tests"][0];
  EXPECT_EQ(passed["name"], "two nodes");
  EXPECT_EQ(passed["file"], "specs/list.aunit");
  EXPECT_EQ(passed["line"], 3);
  EXPECT_EQ(passed["outcome"], "passed");
  EXPECT_EQ(passed["engine"], "evaluated");
  EXPECT_EQ(passed["time_ms"], 0.25);
  EXPECT_FALSE(passed.contains("message"));
  const auto& failed = document["tests"][1];
  EXPECT_EQ(failed["failure"]["witness"]["n"], "N0");
  EXPECT_EQ(failed["failure"]["place"]["line"], 5);
  EXPECT_EQ(failed["valuation"]["relations"]["Node"][0], "N0, N1, N2");
  EXPECT_EQ(document["tests"][2]["outcome"], "error");
  EXPECT_EQ(document["tests"][3]["message"], "needs the solver");
  EXPECT_EQ(document["summary"]["passed"], 1);
  EXPECT_EQ(document["summary"]["errors"], 1);
  EXPECT_EQ(document["summary"]["engines"]["evaluated"], 2);
  EXPECT_EQ(document["summary"]["deselected"], 2);
}

TEST(Json, VariablesThatShadowOthersAreBothThere) {
  runner::RunResult run = test::mixedRun();
  suite::Failure& failure = *run.tests[1].failure;
  failure.witness = {{"x", "A0"}, {"x", "A1"}};
  failure.parts.resize(1);
  failure.parts[0].bound = failure.witness;
  failure.parts[0].values = {{"x.f", "{A0}"}, {"x.f", "{A1}"}};
  const auto shown = nlohmann::json::parse(json(run))["tests"][1]["failure"];
  const nlohmann::json both = {{"x", "A0"}, {"x#2", "A1"}};
  EXPECT_EQ(shown["witness"], both);
  EXPECT_EQ(shown["parts"][0]["witness"], both);
  EXPECT_EQ(shown["parts"][0]["values"]["x.f#2"], "{A1}");
}

}  // namespace
}  // namespace aunit::reporters
