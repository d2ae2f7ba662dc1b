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
               "[run]\npaths = [\"tests\"]\nmodel = \"m.als\"\njobs = 3\nalloy5 = true\n[check]\nallow = [\"unused\"]\n");
  folder.write("project/tests/deep/t.aunit", "");
  Settings settings;
  std::string error;
  ASSERT_TRUE(findSettings("project/tests/deep/t.aunit", settings, error)) << error;
  EXPECT_EQ(settings.root, "project");
  EXPECT_THAT(settings.paths, ElementsAre("project/tests"));
  EXPECT_EQ(settings.model, "project/m.als");
  EXPECT_EQ(settings.jobs, 3);
  EXPECT_EQ(settings.alloy5, true);
  EXPECT_FALSE(settings.noOverflow);
  EXPECT_THAT(settings.allowed, ElementsAre("unused"));
  EXPECT_EQ(settings.resolved("out/r.json"), "project/out/r.json");
  EXPECT_EQ(settings.resolved("-"), "-");
}

TEST_F(SettingsTest, HaveTablesOfAllCommands) {
  folder.write(
      "aunit.toml",
      "[run]\ntimeout = 5\ncoverage = true\n[exec]\nall-scopes = 2.5\nfail-on = [\"vacuous\"]\n[coverage.report]\nunmet = 3\n");
  Settings settings;
  std::string error;
  ASSERT_TRUE(findSettings(".", settings, error)) << error;
  std::vector<std::string> lines;
  for (const auto& [name, table] : settings.tables)
    for (const Setting& each : table) {
      const auto* text = std::get_if<std::string>(&each.value);
      lines.push_back(name + "." + each.key + " at " + each.keyAt + (text ? " is " + *text : ""));
    }
  EXPECT_THAT(lines, ElementsAre("coverage report.unmet at aunit.toml:8:1 is 3", "exec.all-scopes at aunit.toml:5:1 is 2.5",
                                 "exec.fail-on at aunit.toml:6:1", "run.timeout at aunit.toml:2:1 is 5",
                                 "run.coverage at aunit.toml:3:1"));
}

TEST_F(SettingsTest, NoneIsFine) {
  Settings settings;
  std::string error;
  EXPECT_TRUE(findSettings(".", settings, error));
  EXPECT_EQ(settings.root, "");
}

TEST_F(SettingsTest, BracketsWithoutNamesAreNamedWithTheirPlace) {
  EXPECT_EQ(errorFor("["), "aunit.toml:1:2: Error while parsing table header: encountered end-of-file");
  EXPECT_EQ(errorFor("[\n"), "aunit.toml:1:2: the name of a table was expected after [");
  EXPECT_EQ(errorFor("[run]\r\njobs = 1\r\n [ [ .x]\r\n"), "aunit.toml:3:6: the name of a table was expected after [");
  EXPECT_EQ(errorFor("[[\n"), "aunit.toml:1:3: the name of a table was expected after [");
  EXPECT_EQ(errorFor("[\xc3\xa4]\n"), "aunit.toml:1:2: the name of a table was expected after [");
  EXPECT_THAT(errorFor("[]\n"), HasSubstr("aunit.toml:1:2: "));
  EXPECT_THAT(errorFor("[[]]\n"), HasSubstr("aunit.toml:1:3: "));
  // Lines inside a text or a list do not begin a table.
  folder.write("aunit.toml", "[run]\nnames = \"\"\"\n[.\n\"\"\"\npaths = [\n  \"a\",\n[\n");
  Settings settings;
  std::string error;
  EXPECT_FALSE(findSettings(".", settings, error));
  EXPECT_THAT(error, testing::Not(HasSubstr("the name of a table")));
  folder.write("aunit.toml", "[run]\nnames = \"\"\"\n[.\n\"\"\"\n");
  EXPECT_TRUE(findSettings(".", settings, error)) << error;
  EXPECT_EQ(std::get<std::string>(settings.tables["run"].front().value), "[.\n");
}

TEST_F(SettingsTest, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(errorFor("[run]\njobs = \"many\"\n"), "aunit.toml:2:8: `jobs` must be a whole number from 1 to 1024");
  EXPECT_EQ(errorFor("[run]\njobs = 0\n"), "aunit.toml:2:8: `jobs` must be a whole number from 1 to 1024");
  EXPECT_EQ(errorFor("[run]\npaths = \"tests\"\n"), "aunit.toml:2:9: `paths` must be a list of texts");
  EXPECT_EQ(errorFor("[run]\nalloy5 = \"yes\"\n"), "aunit.toml:2:10: `alloy5` must be true or false");
  EXPECT_EQ(errorFor("[run]\ntags = [[\"a\"]]\n"),
            "aunit.toml:2:8: `tags` must be a text, a number, true, false, or a list of texts");
  EXPECT_THAT(errorFor("jobs = 2\n"), HasSubstr("the key `jobs` is outside of a table"));
  EXPECT_THAT(errorFor("[run\n"), HasSubstr("aunit.toml:1:"));
}

}  // namespace
}  // namespace aunit::runner
