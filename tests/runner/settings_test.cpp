#include "runner/files/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.h"

namespace aunit::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SettingsTest : public testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
  }
  void TearDown() override { std::filesystem::current_path(before_); }

  std::string errorFor(const std::string& text) {
    folder.write("aunit.toml", text);
    Settings settings;
    std::string error;
    EXPECT_FALSE(findSettings(".", settings, error)) << text;
    return error;
  }

  const test::TemporaryFolder folder;

 private:
  std::filesystem::path before_;
};

TEST_F(SettingsTest, AreFoundAboveTheTestsAndPathsAreRelativeToThem) {
  folder.write("project/aunit.toml",
               "[run]\npaths = [\"tests\"]\ntags = [\"fast\"]\nmodel = \"m.als\"\njobs = 3\nalloy5 = true\njson = \"-\"\n");
  folder.write("project/tests/deep/t.aunit", "");
  Settings settings;
  std::string error;
  ASSERT_TRUE(findSettings("project/tests/deep/t.aunit", settings, error)) << error;
  EXPECT_EQ(settings.root, "project");
  EXPECT_THAT(settings.paths, ElementsAre("project/tests"));
  EXPECT_THAT(settings.tags, ElementsAre("fast"));
  EXPECT_EQ(settings.model, "project/m.als");
  EXPECT_EQ(settings.jobs, 3);
  EXPECT_EQ(settings.alloy5, true);
  EXPECT_EQ(settings.json, "-");
  EXPECT_FALSE(settings.noOverflow);
}

TEST_F(SettingsTest, MayAskForCoverage) {
  folder.write("aunit.toml",
               "[run]\ncoverage = true\ncoverage-out = \"c.json\"\nfail-under = [\"FC=80\"]\ninfeasible = true\ntimeout = 5\n");
  Settings settings;
  std::string error;
  ASSERT_TRUE(findSettings(".", settings, error)) << error;
  EXPECT_EQ(settings.coverage, true);
  EXPECT_EQ(settings.coverageOut, "c.json");
  EXPECT_THAT(settings.failUnder, ElementsAre("FC=80"));
  EXPECT_EQ(settings.infeasible, true);
  EXPECT_EQ(settings.timeout, 5);
  EXPECT_FALSE(settings.coverLibraries);
}

TEST_F(SettingsTest, NoneIsFine) {
  Settings settings;
  std::string error;
  EXPECT_TRUE(findSettings(".", settings, error));
  EXPECT_EQ(settings.root, "");
}

TEST_F(SettingsTest, BracketsWithoutNamesAreNamedWithTheirPlace) {
  EXPECT_EQ(errorFor("["), "aunit.toml:1:2: Error while parsing table header: encountered end-of-file");
  EXPECT_EQ(errorFor("[\n"), "aunit.toml:1:2: the name of a table was expected behind [");
  EXPECT_EQ(errorFor("[run]\r\njobs = 1\r\n [ [ .x]\r\n"), "aunit.toml:3:6: the name of a table was expected behind [");
  EXPECT_EQ(errorFor("[[\n"), "aunit.toml:1:3: the name of a table was expected behind [");
  EXPECT_EQ(errorFor("[\xc3\xa4]\n"), "aunit.toml:1:2: the name of a table was expected behind [");
  EXPECT_THAT(errorFor("[]\n"), HasSubstr("aunit.toml:1:2: "));
  EXPECT_THAT(errorFor("[[]]\n"), HasSubstr("aunit.toml:1:3: "));
  // Lines of a text, or of a list, are none of a table.
  folder.write("aunit.toml", "[run]\nnames = \"\"\"\n[.\n\"\"\"\npaths = [\n  \"a\",\n[\n");
  Settings settings;
  std::string error;
  EXPECT_FALSE(findSettings(".", settings, error));
  EXPECT_THAT(error, testing::Not(HasSubstr("the name of a table")));
  folder.write("aunit.toml", "[run]\nnames = \"\"\"\n[.\n\"\"\"\n");
  EXPECT_TRUE(findSettings(".", settings, error)) << error;
  EXPECT_EQ(settings.names, "[.\n");
}

TEST_F(SettingsTest, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(errorFor("[run]\ntag = [\"x\"]\n"), "aunit.toml:2:1: unknown key tag (did you mean `tags`?)");
  EXPECT_EQ(errorFor("[run]\njobs = \"many\"\n"), "aunit.toml:2:8: jobs must be a whole number from 1 to 1024");
  EXPECT_EQ(errorFor("[run]\njobs = 0\n"), "aunit.toml:2:8: jobs must be a whole number from 1 to 1024");
  EXPECT_EQ(errorFor("[run]\ncolor = \"red\"\n"), "aunit.toml:2:9: color must be \"auto\", \"always\" or \"never\"");
  EXPECT_EQ(errorFor("[run]\npaths = \"tests\"\n"), "aunit.toml:2:9: paths must be a list of texts");
  EXPECT_THAT(errorFor("jobs = 2\n"), HasSubstr("settings stand in the tables [run], [exec] and [check]"));
  EXPECT_THAT(errorFor("[run\n"), HasSubstr("aunit.toml:1:"));
}

}  // namespace
}  // namespace aunit::runner
