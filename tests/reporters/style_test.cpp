#include "reporters/terminal/style.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include <gtest/gtest.h>

namespace aunit::reporters {
namespace {

class WantsColor : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"NO_COLOR", "FORCE_COLOR", "CI"}) unsetenv(name);
  }
  void TearDown() override { SetUp(); }
  static bool wanted(ColorChoice choice = ColorChoice::automatic) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
    return wantsColor(choice, file.get());
  }
};

TEST_F(WantsColor, NotWithoutATerminal) {
  EXPECT_FALSE(wanted());
}

TEST_F(WantsColor, NoColorWinsOverForceColor) {
  setenv("FORCE_COLOR", "1", 1);
  EXPECT_TRUE(wanted());
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(wanted());
  setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(wanted());
}

TEST_F(WantsColor, ContinuousIntegrationShowsColors) {
  setenv("CI", "true", 1);
  EXPECT_TRUE(wanted());
  setenv("FORCE_COLOR", "0", 1);
  EXPECT_FALSE(wanted());
}

TEST_F(WantsColor, AnExplicitChoiceWins) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_TRUE(wanted(ColorChoice::always));
  unsetenv("NO_COLOR");
  setenv("FORCE_COLOR", "1", 1);
  EXPECT_FALSE(wanted(ColorChoice::never));
}

TEST(Style, PaintsOnlyWhenColored) {
  EXPECT_EQ(Style(true)(Color::red, "x"), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(Style(false)(Color::red, "x"), "x");
  EXPECT_EQ(Style(true)(Color::red, ""), "");
}

}  // namespace
}  // namespace aunit::reporters
