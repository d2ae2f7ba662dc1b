// The values that integers can have, and answers that depend on the bit width: hand-written cases, and a comparison with all
// valuations of generated models.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator_impl.h"
#include "evaluator/overflow.h"
#include "generated_model.h"
#include "solver/bitwidth/number_ranges.h"
#include "solver/bitwidth/wider.h"
#include "solver/session/search.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

using testing_::forEachGenerated;
using testing_::forEachValuation;
using testing_::Kind;
using testing_::posed;
using testing_::PosedProblem;

NumberRanges rangesOf(const std::string& text) {
  const PosedProblem one = posed(text);
  return numberRangesOf(one.model(), one.problem);
}

TEST(NumberRanges, CardinalitiesAreBoundedByScopesAndMultiplicities) {
  EXPECT_FALSE(rangesOf("sig A {} run { #A > 2 } for 7").mayOverflow);
  EXPECT_TRUE(rangesOf("sig A {} run { #A > 2 } for 8").mayOverflow);
  EXPECT_TRUE(rangesOf("sig A {} check { #A <= 7 } for 1..10 A").mayOverflow);
  EXPECT_FALSE(rangesOf("sig A {} run { #A > 2 } for 1..10 A").mayOverflow);
  EXPECT_FALSE(rangesOf("sig A { f: set A } run { all a: A | #a.f > 2 } for 7").mayOverflow);
  EXPECT_TRUE(rangesOf("sig A { f: set A } run { #f > 2 } for 3").mayOverflow);
  EXPECT_FALSE(rangesOf("sig A { f: lone A } run { #f > 2 } for 7").mayOverflow);
  EXPECT_FALSE(rangesOf("sig A {} pred p[s: set A] { #s > 2 } run { some a: A | p[a] } for 40").mayOverflow);
  EXPECT_TRUE(rangesOf("sig A {} pred p[s: set A] { #s > 2 } run { p[A] } for 40").mayOverflow);
}

TEST(NumberRanges, OfALargeModelAreFoundWhole) {
  std::string atoms = "N0", edges = "N0->N0";
  for (int i = 1; i < 6'000; ++i) {
    atoms += fmt::format(", N{}", i);
    edges += fmt::format(" + N{}->N{}", i - 1, i);
  }
  const std::string model = "abstract sig N { f: set N } one sig " + atoms + " extends N {} fact { f = " + edges + " } ";
  EXPECT_FALSE(rangesOf(model + "run {}").mayOverflow);
  EXPECT_TRUE(rangesOf(model + "run { #f > 2 }").mayOverflow);
}

TEST(NumberRanges, OfOperationsThePossibleResultsCount) {
  EXPECT_TRUE(rangesOf("sig A { v: Int } run { all a: A | plus[a.v, 1] > 0 }").mayOverflow);
  EXPECT_FALSE(rangesOf("sig A { v: Int } run { all a: A | a.v > 0 }").mayOverflow);
  EXPECT_TRUE(rangesOf("run { plus[4, 4] > 0 }").mayOverflow);
  EXPECT_TRUE(rangesOf("sig A { v: set Int } run { all a: A | sum[a.v] > 0 }").mayOverflow);
  EXPECT_TRUE(rangesOf("run { some x: Int | div[1, x] = 0 }").mayOverflow);
}

TEST(NumberRanges, NamesWideCardinalitiesAndTheBitsForThem) {
  const NumberRanges ranges = rangesOf("sig A {} run { #A > 2 } for 20");
  ASSERT_EQ(ranges.wide.size(), 1u);
  EXPECT_EQ(ranges.wide[0].most, 20);
  EXPECT_EQ(ranges.bits, 6);
}

std::optional<int> bits(const std::string& text) {
  const PosedProblem one = posed(text);
  EXPECT_EQ(Search(one.model(), one.problem, {}).next().verdict, Verdict::unsatisfiable);
  return bitsForInstance(one.model(), one.problem, {}, {});
}

TEST(BitsForInstance, TellsWhereAnAnswerRestsOnTheWidth) {
  EXPECT_EQ(bits("sig A {} check { #A <= 7 } for 10"), 5);
  EXPECT_EQ(bits("sig A {} check { #A <= 31 } for 40 but 6 int"), 7);
  EXPECT_EQ(bits("sig A {} check { #A <= 7 } for 7"), std::nullopt);
  EXPECT_EQ(bits("sig A { v: Int } check { all a: A | plus[a.v, 7] <= 7 }"), 5);
}

// If nothing can overflow, no overflow is reported. Without an overflow, both semantics agree. If they differ, an overflow is
// named.
TEST(Overflow, IsNamedWhereverAVerdictRestsOnIt) {
  std::size_t named = 0, unable = 0, valuations = 0;
  forEachGenerated(tests::seedsOr(120), Kind::integers, [&](const PosedProblem& one, unsigned) {
    const model::Model& model = one.model();
    evaluator::Question question;
    for (const Conjunct& c : conjunctsOf(model, one.problem))
      question.constraints.push_back({.part = evaluator::Part::formula, .formula = c.formula});
    const bool mayOverflow = numberRangesOf(model, one.problem).mayOverflow;
    unable += mayOverflow ? 0 : 1;
    int left = 400;
    forEachValuation(model, one.problem, 1, [&](const model::Instance& instance) {
      if (testing::Test::HasFailure() || --left < 0) return;
      ++valuations;
      evaluator::Evaluator wrapping(model), excluding(model, {.semantics = {.noOverflow = true}});
      const evaluator::Verdict verdict = evaluator::judge(wrapping, instance, question);
      ASSERT_FALSE(verdict.error);
      const evaluator::Verdict without = evaluator::judge(excluding, instance, question);
      ASSERT_FALSE(without.error);
      const bool holds = verdict.holds(), holdsWithout = without.holds();
      const auto overflow = evaluator::overflowBehind(model, instance, question, holds, {});
      ASSERT_TRUE(mayOverflow || !wrapping.wrapped());
      ASSERT_TRUE(wrapping.wrapped() || holds == holdsWithout);
      ASSERT_FALSE(holds && holdsWithout && overflow);
      if (holds == holdsWithout) return;
      ASSERT_TRUE(overflow);
      ASSERT_NE(overflow->expr, model::noId);
      ++named;
    });
  });
  EXPECT_GT(named, 100u);
  EXPECT_GT(unable, 0u);
  EXPECT_GT(valuations, 10 * named / 100);
}

}  // namespace
}  // namespace aunit::solver
