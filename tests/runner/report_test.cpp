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
  EXPECT_EQ(row(true, "UNSAT").status(), AnswerStatus::holds);
  EXPECT_EQ(row(true, "SAT").status(), AnswerStatus::counterexample);
  EXPECT_EQ(row(false, "SAT").status(), AnswerStatus::instance);
  EXPECT_EQ(row(false, "UNSAT").status(), AnswerStatus::noInstance);
  EXPECT_EQ(row(false, "UNKNOWN").status(), AnswerStatus::undecided);
  EXPECT_EQ(row(false, "ERROR").status(), AnswerStatus::error);
}

TEST(CommandRows, ExpectDecidesWhereItIsWritten) {
  for (const bool check : {false, true}) {
    EXPECT_EQ(row(check, "SAT", 1).status(), AnswerStatus::expected) << check;
    EXPECT_EQ(row(check, "UNSAT", 0).status(), AnswerStatus::expected) << check;
    EXPECT_EQ(row(check, "SAT", 0).status(), AnswerStatus::unexpected) << check;
    EXPECT_EQ(row(check, "UNSAT", 1).status(), AnswerStatus::unexpected) << check;
    EXPECT_EQ(row(check, "UNKNOWN", 1).status(), AnswerStatus::undecided) << check;
  }
}

TEST(CommandRows, OnAPartSayNothingOfTheWhole) {
  CommandRow part = row(false, "UNKNOWN");
  part.cubes = CommandRow::Cubes{.depth = 3, .part = 2, .parts = 4};
  EXPECT_TRUE(part.isOfPart());
  EXPECT_EQ(part.status(), AnswerStatus::partly);
  EXPECT_FALSE(isBad(part.status()));
  EXPECT_FALSE(row(false, "UNKNOWN").isOfPart());
}

TEST(CommandRows, OnlyBadStandingsFailAPipeline) {
  EXPECT_TRUE(isBad(AnswerStatus::counterexample));
  EXPECT_TRUE(isBad(AnswerStatus::noInstance));
  EXPECT_TRUE(isBad(AnswerStatus::unexpected));
  for (const AnswerStatus status : {AnswerStatus::holds, AnswerStatus::instance, AnswerStatus::expected, AnswerStatus::undecided,
                                    AnswerStatus::unaffected, AnswerStatus::error, AnswerStatus::partly})
    EXPECT_FALSE(isBad(status));
}

}  // namespace
}  // namespace aunit::runner
