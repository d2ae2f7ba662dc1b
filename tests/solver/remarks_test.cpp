// Remarks beside an answer: their texts; they are the same in every run.

#include "solver/remarks/remarks.h"

#include <atomic>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "generated_model.h"
#include "solver/reliance/words.h"
#include "tests/loaded.h"

namespace aunit::solver {
namespace {

std::string remarksInWords(const testing_::Posed& one, const support::Budget& budget = {}) {
  const Remarks remarks = remarksOn(one.model(), one.problem, Verdict::unsatisfiable, RelianceWanted::all, {}, budget);
  return fmt::format("{}|{}|{}", remarks.vacuity ? vacuityText(one.loaded->sources, *remarks.vacuity) : "",
                     remarks.bitsForInstance.value_or(0),
                     remarks.reliance ? relianceText(one.model(), one.loaded->sources, *remarks.reliance, 0) : "");
}

TEST(Remarks, SayOneThingOrAnother) {
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} fact { no A and some A } check { some A }")),
            "the facts contradict each other|0|");
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} check { #A <= 7 } for 10")), "|5|rests on no fact and no declaration");
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} fact F { no A } check { no A }")), "|0|repeats fact F (line 1)");
}

TEST(Remarks, AreTheSameInEveryRun) {
  const testing_::Posed one = testing_::posed(
      "sig P { at: one H } sig H {} fact { #P > #H  all disj a, b: P | a.at != b.at }\n"
      "check { some P implies some H and no P.at - H } for 4");
  std::set<std::string> said;
  for (int run = 0; run < 5; ++run) said.insert(remarksInWords(one));
  EXPECT_EQ(said.size(), 1u) << fmt::format("{}", fmt::join(said, "; "));
}

TEST(Remarks, StopWithTheirBudget) {
  const std::atomic<bool> stop = true;
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} fact F { no A } check { no A }"), support::Budget({.stop = &stop})), "|0|");
}

}  // namespace
}  // namespace aunit::solver
