#include "cli/parts/parts.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace aunit::cli {
namespace {

struct Heard {
  std::vector<std::string> said;
  PartsHeard parts{2, [this](std::size_t done, std::size_t all, std::string_view what) {
                     said.push_back(fmt::format("{} of {} {}", done, all, what));
                   }};
};

TEST(PartsHeard, AreSummedUp) {
  Heard heard;
  heard.parts.hear(0,
                   "\x1e"
                   "1 5 mutants judged\n");
  heard.parts.hear(1,
                   "\x1e"
                   "2 4 mutants judged\n");
  heard.parts.hear(0,
                   "\x1e"
                   "3 5 mutants judged\n");
  EXPECT_EQ(heard.said, (std::vector<std::string>{"1 of 5 mutants judged", "3 of 9 mutants judged", "5 of 9 mutants judged"}));
}

TEST(PartsHeard, MaySayALineInPieces) {
  Heard heard;
  heard.parts.hear(0,
                   "\x1e"
                   "1 5");
  heard.parts.hear(1,
                   "\x1e"
                   "1 2 tests\n\x1e");
  heard.parts.hear(0, "");
  heard.parts.hear(0, " tests\n");
  heard.parts.hear(1, "2 2 tests\n");
  EXPECT_EQ(heard.said, (std::vector<std::string>{"1 of 2 tests", "2 of 7 tests", "3 of 7 tests"}));
}

TEST(PartsHeard, AreSummedUpWhereTheyDoTheSameKindOfWork) {
  Heard heard;
  heard.parts.hear(0,
                   "\x1e"
                   "3 5 mutants judged\n");
  heard.parts.hear(1,
                   "\x1e"
                   "1 2 mutants solved\n");
  heard.parts.hear(0,
                   "\x1e"
                   "0 3 mutants solved\n");
  EXPECT_EQ(heard.said, (std::vector<std::string>{"3 of 5 mutants judged", "1 of 2 mutants solved", "1 of 5 mutants solved"}));
}

TEST(PartsHeard, MaySayOtherThings) {
  Heard heard;
  heard.parts.hear(0,
                   "a row of a table\n1 2 tests\n\n\x1e\n\x1e"
                   "x y z\n");
  EXPECT_TRUE(heard.said.empty());
}

}  // namespace
}  // namespace aunit::cli
