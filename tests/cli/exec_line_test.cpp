// What a line of `exec --json` says of its command.
#include "cli/output/exec_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aunit::cli {
namespace {

ExecLine line(const char* kind, const char* verdict, const ExecLine& expect = nullptr) {
  return {{"kind", kind}, {"verdict", verdict}, {"expect", expect}, {"error", nullptr}, {"answer", "no instance up to 3 atoms"}};
}

TEST(ExecLines, StandToWhatTheirReaderWishes) {
  EXPECT_EQ(standingOf(line("check", "UNSAT")), Standing::holds);
  EXPECT_EQ(standingOf(line("check", "SAT")), Standing::counterexample);
  EXPECT_EQ(standingOf(line("run", "SAT")), Standing::instance);
  EXPECT_EQ(standingOf(line("run", "UNSAT")), Standing::noInstance);
  EXPECT_EQ(standingOf(line("run", "UNKNOWN")), Standing::undecided);
  EXPECT_EQ(standingOf(line("run", "ERROR")), Standing::error);
}

TEST(ExecLines, ExpectDecidesWhereItIsWritten) {
  for (const char* kind : {"run", "check"}) {
    EXPECT_EQ(standingOf(line(kind, "SAT", 1)), Standing::expected) << kind;
    EXPECT_EQ(standingOf(line(kind, "UNSAT", 0)), Standing::expected) << kind;
    EXPECT_EQ(standingOf(line(kind, "SAT", 0)), Standing::unexpected) << kind;
    EXPECT_EQ(standingOf(line(kind, "UNSAT", 1)), Standing::unexpected) << kind;
    EXPECT_EQ(standingOf(line(kind, "UNKNOWN", 1)), Standing::undecided) << kind;
  }
}

TEST(ExecLines, OnAPartSayNothingOfTheWhole) {
  ExecLine part = line("run", "UNKNOWN");
  part["cubes"] = {{"depth", 3}, {"none_in", {2}}, {"parts", 4}};
  EXPECT_TRUE(isOfPart(part));
  EXPECT_EQ(standingOf(part), Standing::partly);
  EXPECT_FALSE(isBad(standingOf(part)));
  EXPECT_FALSE(isOfPart(line("run", "UNKNOWN")));
}

TEST(ExecLines, OnlyBadStandingsFailAPipeline) {
  EXPECT_TRUE(isBad(Standing::counterexample));
  EXPECT_TRUE(isBad(Standing::noInstance));
  EXPECT_TRUE(isBad(Standing::unexpected));
  for (const Standing standing : {Standing::holds, Standing::instance, Standing::expected, Standing::undecided,
                                  Standing::unaffected, Standing::error, Standing::partly})
    EXPECT_FALSE(isBad(standing));
}

}  // namespace
}  // namespace aunit::cli
