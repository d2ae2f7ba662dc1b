#include "cli/parts/parts.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace aunit::cli {
namespace {

const std::string mark = "\x1e";  // start of a progress line

using Lines = std::vector<std::string>;

/// The progress that is shown after the parts have written these texts. Each text comes with the number of its part.
Lines toldOf(const std::vector<std::pair<std::size_t, std::string>>& texts) {
  Lines told;
  TotalProgress heard(2, [&](std::size_t done, std::size_t all, std::string_view what) {
    told.push_back(fmt::format("{} of {} {}", done, all, what));
  });
  for (const auto& [part, text] : texts) heard.hear(part, text);
  return told;
}

TEST(TotalProgress, AreSummedUp) {
  EXPECT_EQ(toldOf({{0, mark + "1 5 tests\n"}, {1, mark + "2 4 tests\n"}, {0, mark + "3 5 tests\n"}}),
            (Lines{"1 of 5 tests", "3 of 9 tests", "5 of 9 tests"}));
}

TEST(TotalProgress, AreSummedUpWhereTheyDoTheSameKindOfWork) {
  EXPECT_EQ(toldOf({{0, mark + "3 5 mutants judged\n"}, {1, mark + "1 2 mutants solved\n"}, {0, mark + "0 3 mutants solved\n"}}),
            (Lines{"3 of 5 mutants judged", "1 of 2 mutants solved", "1 of 5 mutants solved"}));
}

TEST(TotalProgress, MaySayALineInPieces) {
  EXPECT_EQ(toldOf({{0, mark + "1 5"}, {1, mark + "1 2 tests\n" + mark}, {0, ""}, {0, " tests\n"}, {1, "2 2 tests\n"}}),
            (Lines{"1 of 2 tests", "2 of 7 tests", "3 of 7 tests"}));
}

TEST(TotalProgress, MaySayOtherThings) {
  EXPECT_TRUE(toldOf({{0, "a row of a table\n1 2 tests\n\n" + mark + "\n" + mark + "x y z\n"}}).empty());
}

}  // namespace
}  // namespace aunit::cli
