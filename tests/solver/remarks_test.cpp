// Remarks beside an answer: their texts; they are the same in every run.

#include "solver/remarks/remarks.h"

#include <atomic>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "generated_model.h"
#include "solver/reliance/words.h"
#include "tests/loaded.h"

namespace aunit::solver {
namespace {

std::string remarksInWords(ModelQuestions& questions, const testing_::PosedProblem& one, const Problem& problem,
                           const support::Budget& budget = {}, bool noOverflow = false) {
  const Options options{.semantics = {.noOverflow = noOverflow}};
  const Remarks remarks = remarksOn(questions, problem, Verdict::unsatisfiable, RelianceWanted::all, options, budget);
  return fmt::format("{}|{}|{}", remarks.vacuity ? vacuityText(one.loaded->sources, *remarks.vacuity) : "",
                     remarks.bitsForInstance.value_or(0),
                     remarks.reliance ? relianceText(one.model(), one.loaded->sources, *remarks.reliance, 0) : "");
}

std::string remarksInWords(const testing_::PosedProblem& one, const support::Budget& budget = {}) {
  ModelQuestions questions(one.model());
  return remarksInWords(questions, one, one.problem, budget);
}

TEST(Remarks, SayOneThingOrAnother) {
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} fact { no A and some A } check { some A }")),
            "the facts contradict each other|0|");
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} check { #A <= 7 } for 10")), "|5|rests on no fact and no declaration");
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} fact F { no A } check { no A }")), "|0|repeats fact F (line 1)");
}

TEST(Remarks, AreTheSameInEveryRun) {
  const testing_::PosedProblem one = testing_::posed(
      "sig P { at: one H } sig H {} fact { #P > #H  all disj a, b: P | a.at != b.at }\n"
      "check { some P implies some H and no P.at - H } for 4");
  std::set<std::string> said;
  for (int run = 0; run < 5; ++run) said.insert(remarksInWords(one));
  EXPECT_EQ(said.size(), 1u) << fmt::format("{}", fmt::join(said, "; "));
}

// The commands of a model share translations, unless formulas have string literals. The remarks on a command do not depend on the
// other commands. The scopes differ, and so do the numbers of steps of traces: in one step the facts contradict each other.
TEST(Remarks, DoNotDependOnOtherCommands) {
  using testing_::Kind;
  const auto more = [](const char* relation) {
    return fmt::format(
        "check {{ some A implies some {0} }} for 2\ncheck {{ A.{0} in A.{0} }}\ncheck {{ no {0} iff no {0}.univ }} for 2\n"
        "check {{ some String or no {0} & {0} }}\ncheck {{ some {0}.univ implies some A }}\n"
        "check {{ no disj a, b, c: A | a + b + c in A }} for 2\n",
        relation);
  };
  const char* const literal = "check { all s: String | s = \"more\" } for 2\n";
  std::string traces = "var lone sig Z {} fact { eventually (some Z iff no Z') }\n";
  for (const char* const steps : {"2", "1", "2..3", "1..2", "1..1"})
    traces += fmt::format(
        "check {{ some Z or no Z }} for 2 but {0} steps\ncheck {{ some A implies some A }} for 2 but {0} steps\n", steps);
  unsigned compared = 0, contradictory = 0;
  for (const auto& [kind, relation] : {std::pair(Kind::relations, "f"), std::pair(Kind::traces, "f"),
                                       std::pair(Kind::integers, "v"), std::pair(Kind::strings, "n")})
    testing_::forEachGenerated(5, kind, [&, kind = kind, relation = relation](const testing_::PosedProblem& one, unsigned) {
      const testing_::PosedProblem several = testing_::posed(one.text + more(relation) + (kind == Kind::strings ? literal : "") +
                                                             (kind == Kind::traces ? traces : ""));
      ASSERT_EQ(several.model().strings().empty(), kind != Kind::strings);
      ModelQuestions shared(several.model());
      for (model::CommandId id = 0; id < several.model().commands().size(); ++id) {
        const Problem problem = problemOf(several.model(), id);
        for (const bool noOverflow : {false, true}) {
          const Options options{.semantics = {.noOverflow = noOverflow}};
          if (Search(several.model(), problem, options).next().verdict != Verdict::unsatisfiable) continue;
          ModelQuestions own(several.model());
          const std::string alone = remarksInWords(own, several, problem, {}, noOverflow);
          EXPECT_EQ(remarksInWords(shared, several, problem, {}, noOverflow), alone) << "command " << id << noOverflow;
          ++compared;
          contradictory += alone.starts_with("the facts have no trace");
        }
      }
    });
  EXPECT_GT(compared, 40u);
  EXPECT_GT(contradictory, 0u);
}

TEST(Remarks, StopWithTheirBudget) {
  const std::atomic<bool> stop = true;
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} fact F { no A } check { no A }"), support::Budget({.stop = &stop})), "|0|");
}

}  // namespace
}  // namespace aunit::solver
