// Remarks on an answer: their texts, and that they are the same in every run.

#include "solver/remarks/remarks.h"

#include <atomic>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "generated_model.h"
#include "solver/reliance/words.h"
#include "tests/loaded.h"
#include "tests/seeds.h"

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

/// A fact with so many conjuncts that the model is mostly data.
std::string manyConjuncts() {
  std::string text = "fact {";
  for (int i = 0; i < 50; ++i) text += " no none";
  return text + " }\n";
}

// Commands that share a translation have the same answers as alone, in all parts of the language.
TEST(ModelQuestions, AnswerAsIfEachCommandWereAlone) {
  using testing_::Kind;
  unsigned shared = 0, own = 0, instances = 0;
  for (const Kind kind :
       {Kind::relations, Kind::integers, Kind::functions, Kind::sequences, Kind::orders, Kind::strings, Kind::enums})
    testing_::forEachGenerated(tests::seedsOr(8), kind, [&](const testing_::PosedProblem& one, unsigned) {
      // Strings that other commands mention, larger numbers, and signatures with other scopes may all change an answer.
      const testing_::PosedProblem several = testing_::posed(
          one.text + manyConjuncts() +
          "check { #univ < 3 } for 2\nrun { no univ - Int } for 2\nrun { no univ - Int }\ncheck { #univ = 1 } for 2\n"
          "check { all i, j: Int | plus[i, j] >= i } for 2\nrun { some i: Int | i > 3 and plus[i, 1] < i } for 2\n"
          "run { some i: Int | plus[i, 1] < i } for 2 but 3 Int\ncheck { lone String } for 2\n" +
          (kind == Kind::strings ? "check { all s: String | s = \"more\" } for 2\n" : ""));
      ModelQuestions questions(several.model());
      for (model::CommandId id = 0; id < several.model().commands().size(); ++id)
        for (const bool noOverflow : {false, true}) {
          std::optional<Verdict> withoutSymmetry;
          for (const int symmetry : {0, 20}) {
            const Problem problem = problemOf(several.model(), id);
            const Options options{.symmetry = symmetry, .semantics = {.noOverflow = noOverflow}};
            questions.note(problem, options, Verdict::unsatisfiable);
            const auto none = questions.noInstance(problem, options, support::Budget());
            const Verdict alone = Search(several.model(), problem, options).next().verdict;
            EXPECT_EQ(alone, withoutSymmetry.value_or(alone)) << "command " << id << noOverflow;
            withoutSymmetry = alone;
            if (none) {
              EXPECT_EQ(none->verdict, alone) << "command " << id << noOverflow << symmetry;
            }
            if (const auto any = questions.answer(problem, options, support::Budget())) {
              EXPECT_EQ(any->verdict, alone) << "command " << id << noOverflow << symmetry << any->message;
              EXPECT_EQ(any->instance.has_value(), alone == Verdict::satisfiable);
              instances += any->instance.has_value();
            }
            ++(none ? shared : own);
          }
        }
    });
  EXPECT_GT(shared, 100u);
  EXPECT_GT(own, 100u);
  EXPECT_GT(instances, 100u);
}

TEST(ModelQuestions, AreAskedWhereCommandsHadNoInstance) {
  const std::string text =
      "sig A { f: A } fact { no A }\nrun { some A }\nrun { some f }\nrun { some A } for 1..2 A\nrun { some A } for 2\n";
  const testing_::PosedProblem few = testing_::posed(text), one = testing_::posed(text + manyConjuncts());
  ModelQuestions ofFew(few.model());
  ofFew.note(problemOf(few.model(), 0), {}, Verdict::unsatisfiable);
  EXPECT_FALSE(ofFew.noInstance(problemOf(few.model(), 1), {}, support::Budget()));  // the facts are quickly translated
  const auto at = [&](model::CommandId id) { return problemOf(one.model(), id); };
  ModelQuestions questions(one.model());
  EXPECT_TRUE(questions.answer(at(0), {}, support::Budget()));
  EXPECT_FALSE(questions.answer(at(3), {}, support::Budget()));  // no other command has this scope
  questions.note(at(0), {}, Verdict::satisfiable);
  EXPECT_FALSE(questions.noInstance(at(1), {}, support::Budget()));
  EXPECT_TRUE(questions.answer(at(1), {}, support::Budget()));
  questions.note(at(0), {}, Verdict::unsatisfiable);
  const auto none = questions.noInstance(at(1), {}, support::Budget());
  ASSERT_TRUE(none);
  EXPECT_EQ(none->verdict, Verdict::unsatisfiable);
  EXPECT_GT(none->statistics.translateMs, 0);
  EXPECT_FALSE(questions.noInstance(at(1), {.core = true}, support::Budget()));
  EXPECT_FALSE(questions.noInstance(at(1), {.refute = true}, support::Budget()));
  EXPECT_FALSE(questions.noInstance(at(3), {}, support::Budget()));  // another scope
  for (int instance = 0; instance < 2; ++instance) questions.note(at(0), {}, Verdict::satisfiable);
  EXPECT_FALSE(questions.noInstance(at(1), {}, support::Budget()));  // most have instances
  EXPECT_TRUE(questions.answer(at(1), {}, support::Budget()));
  questions.note(at(2), {}, Verdict::unsatisfiable);
  EXPECT_FALSE(questions.noInstance(at(2), {}, support::Budget()));  // a growing scope
}

TEST(Remarks, StopWithTheirBudget) {
  const std::atomic<bool> stop = true;
  EXPECT_EQ(remarksInWords(testing_::posed("sig A {} fact F { no A } check { no A }"), support::Budget({.stop = &stop})), "|0|");
}

}  // namespace
}  // namespace aunit::solver
