// Values of options: scopes, thresholds, shards, preferences.
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/input/arguments.h"
#include "cli/input/shard_option.h"
#include "cli/input/thresholds.h"
#include "parser/front_end.h"
#include "runner/solving/preference_option.h"
#include "runner/solving/scope_option.h"

namespace aunit::cli {
namespace {

using runner::ScopeOption;
using testing::HasSubstr;

class OnAModel : public ::testing::Test {
 protected:
  OnAModel() : loaded_(parser::loadText("m.als", "sig Node {}\nsig Edge {}\nsig Root in Node {}\n")) {}
  const model::Model& model() const { return *std::as_const(*loaded_).model; }
  model::SigId sig(const std::string& name) const {
    for (model::SigId id = 0; id < model().sigs().size(); ++id)
      if (model().sig(id).name == name) return id;
    return model::noId;
  }

  std::unique_ptr<parser::Loaded> loaded_;
  std::string error_;
};

using Scopes = OnAModel;

TEST_F(Scopes, CompleteWhatACommandLeavesOpen) {
  const auto option = ScopeOption::parse({"5", "Node=2"}, error_);
  ASSERT_TRUE(option) << error_;
  model::Scope scope;
  ASSERT_TRUE(option->complete(model(), scope, error_)) << error_;
  EXPECT_EQ(scope.overall, 5);
  ASSERT_EQ(scope.sigs.size(), 1u);
  EXPECT_EQ(scope.sigs[0].sig, sig("Node"));
  EXPECT_EQ(scope.sigs[0].start, 2);
  EXPECT_EQ(scope.sigs[0].end, 2);
}

TEST_F(Scopes, LeaveWhatACommandSays) {
  const auto option = ScopeOption::parse({"5", "Node=2"}, error_);
  model::Scope scope{.overall = 1};
  scope.sigs.push_back({.sig = sig("Node"), .start = 7, .end = 7, .span = {}});
  ASSERT_TRUE(option->complete(model(), scope, error_));
  EXPECT_EQ(scope.overall, 1);
  ASSERT_EQ(scope.sigs.size(), 1u);
  EXPECT_EQ(scope.sigs[0].start, 7);
}

TEST_F(Scopes, OfOneSignatureTheOthersHaveTheUsualOne) {
  const auto option = ScopeOption::parse({"Node=4"}, error_);
  model::Scope scope;
  ASSERT_TRUE(option->complete(model(), scope, error_));
  EXPECT_EQ(scope.overall, 3);
}

TEST_F(Scopes, SayWhatIsWrong) {
  for (const char* text : {"", "x", "-1", "Node=", "=3", "Node=x", "3x", "99999999999"}) {
    EXPECT_FALSE(ScopeOption::parse({text}, error_)) << text;
    EXPECT_THAT(error_, HasSubstr("NAME=NUMBER")) << text;
  }
  model::Scope scope;
  EXPECT_FALSE(ScopeOption::parse({"Nod=3"}, error_)->complete(model(), scope, error_));
  EXPECT_THAT(error_, HasSubstr("did you mean `Node`?"));
  EXPECT_FALSE(ScopeOption::parse({"Root=3"}, error_)->complete(model(), scope, error_));  // subsets have no scope
}

TEST_F(Scopes, GrowUpToTheOneThatIsWanted) {
  model::Scope wanted{.overall = 2};
  wanted.sigs.push_back({.sig = sig("Node"), .start = 4, .end = 4, .span = {}});
  const std::vector<model::Scope> all = runner::growing(wanted);
  ASSERT_EQ(all.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(all[static_cast<std::size_t>(i)].overall, std::min(i + 1, 2));
    EXPECT_EQ(all[static_cast<std::size_t>(i)].sigs[0].end, i + 1);
  }
  wanted.overall = 0;
  wanted.sigs.clear();
  EXPECT_EQ(runner::growing(wanted).size(), 1u);
}

using Preferences = OnAModel;

TEST_F(Preferences, AreOfWhatTheOptionsName) {
  ExecArguments arguments;
  EXPECT_EQ(preferenceOf(arguments, model(), error_)->kind, solver::Preference::Kind::smallest);
  arguments.minimal = "Node";
  EXPECT_EQ(preferenceOf(arguments, model(), error_)->kind, solver::Preference::Kind::minimal);
  EXPECT_EQ(preferenceOf(arguments, model(), error_)->signature, sig("Node"));
  arguments.minimal = "Noed";
  EXPECT_FALSE(preferenceOf(arguments, model(), error_));
  EXPECT_THAT(error_, HasSubstr("--minimal: there is no signature `Noed`"));
  arguments.first = true;
  EXPECT_EQ(preferenceOf(arguments, model(), error_)->kind, solver::Preference::Kind::any);
}

TEST(Thresholds, ArePercentages) {
  for (const auto& [text, value] : {std::pair("0", 0.0), {"100", 100.0}, {"99.5", 99.5}, {"100.0", 100.0}})
    EXPECT_EQ(percentage(text), value) << text;
  for (const char* text : {"", "-1", "101", "1e1", "9 ", "1.2.3", "nan", "80%"}) EXPECT_FALSE(percentage(text)) << text;
  const auto several = parseThresholds({"MC=80", "FC=0"});
  ASSERT_TRUE(several);
  EXPECT_EQ((*several)[0].criterion, coverage::Criterion::model);
  EXPECT_EQ((*several)[1].percent, 0);
  for (const char* text : {"MC", "MC=", "XX=3", "=3", "MC=200"}) EXPECT_FALSE(parseThresholds({text})) << text;
}

TEST(Thresholds, OfNothingAreMissed) {
  EXPECT_TRUE(meets({}, {}));
  EXPECT_FALSE(meets({}, {Threshold{}}));
}

/// Sets environment variables for one test.
class Environment {
 public:
  Environment(std::initializer_list<std::pair<const char*, const char*>> variables) {
    for (const auto& [name, value] : variables) {
      names_.push_back(name);
      ::setenv(name, value, 1);
    }
  }
  ~Environment() {
    for (const char* const name : names_) ::unsetenv(name);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::vector<const char*> names_;
};

TEST(ShardOptions, ReadWhatClustersSay) {
  const auto automatic = [] { return shardOf("auto", std::nullopt); };
  {
    const Environment slurm{{"SLURM_ARRAY_TASK_ID", "7"},
                            {"SLURM_ARRAY_TASK_COUNT", "3"},
                            {"SLURM_ARRAY_TASK_MIN", "3"},
                            {"SLURM_ARRAY_TASK_STEP", "2"}};
    ASSERT_TRUE(automatic());
    EXPECT_EQ(automatic()->index, 2u);
    EXPECT_EQ(automatic()->total, 3u);
  }
  {
    const Environment gaps{{"SLURM_ARRAY_TASK_ID", "9"}, {"SLURM_ARRAY_TASK_COUNT", "2"}, {"SLURM_ARRAY_TASK_MIN", "1"}};
    EXPECT_FALSE(automatic());
  }
  {
    const Environment gitlab{{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "4"}};
    ASSERT_TRUE(automatic());
    EXPECT_EQ(automatic()->index, 0u);
  }
  {
    const Environment broken{{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "4"}};  // CI_NODE_INDEX counts from 1
    EXPECT_FALSE(automatic());
  }
}

TEST(ShardOptions, AreTheWholeWhereNothingIsSaid) {
  EXPECT_EQ(shardOf(std::nullopt, std::nullopt)->total, 1u);
  EXPECT_EQ(shardOf("2/3", std::nullopt)->index, 1u);
  for (const char* text : {"0/3", "4/3", "3", "1/0", "a/b", ""}) EXPECT_FALSE(shardOf(text, std::nullopt)) << text;
  EXPECT_FALSE(shardOf("1/2", "/nowhere/times.json"));
}

}  // namespace
}  // namespace aunit::cli
