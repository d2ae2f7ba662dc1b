// The texts of a command's row.
#include "runner/solving/report.h"

#include <gtest/gtest.h>

namespace aunit::runner {
namespace {

CommandRow row(bool check, const char* verdict, int expect = -1) {
  CommandRow row;
  row.check = check;
  row.verdict = verdict;
  row.expect = expect;
  return row;
}

TEST(CommandRows, StandToWhatTheirReaderWishes) {
  EXPECT_EQ(row(true, "UNSAT").standing(), Standing::holds);
  EXPECT_EQ(row(true, "SAT").standing(), Standing::counterexample);
  EXPECT_EQ(row(false, "SAT").standing(), Standing::instance);
  EXPECT_EQ(row(false, "UNSAT").standing(), Standing::noInstance);
  EXPECT_EQ(row(false, "UNKNOWN").standing(), Standing::undecided);
  EXPECT_EQ(row(false, "ERROR").standing(), Standing::error);
}

TEST(CommandRows, ExpectDecidesWhereItIsWritten) {
  for (const bool check : {false, true}) {
    EXPECT_EQ(row(check, "SAT", 1).standing(), Standing::expected) << check;
    EXPECT_EQ(row(check, "UNSAT", 0).standing(), Standing::expected) << check;
    EXPECT_EQ(row(check, "SAT", 0).standing(), Standing::unexpected) << check;
    EXPECT_EQ(row(check, "UNSAT", 1).standing(), Standing::unexpected) << check;
    EXPECT_EQ(row(check, "UNKNOWN", 1).standing(), Standing::undecided) << check;
  }
}

TEST(CommandRows, OnAPartSayNothingOfTheWhole) {
  CommandRow part = row(false, "UNKNOWN");
  part.cubes = CommandRow::Cubes{.depth = 3, .part = 2, .parts = 4};
  EXPECT_TRUE(part.isOfPart());
  EXPECT_EQ(part.standing(), Standing::partly);
  EXPECT_FALSE(isBad(part.standing()));
  EXPECT_FALSE(row(false, "UNKNOWN").isOfPart());
}

TEST(CommandRows, OnlyBadStandingsFailAPipeline) {
  EXPECT_TRUE(isBad(Standing::counterexample));
  EXPECT_TRUE(isBad(Standing::noInstance));
  EXPECT_TRUE(isBad(Standing::unexpected));
  for (const Standing standing : {Standing::holds, Standing::instance, Standing::expected, Standing::undecided,
                                  Standing::unaffected, Standing::error, Standing::partly})
    EXPECT_FALSE(isBad(standing));
}

}  // namespace
}  // namespace aunit::runner
