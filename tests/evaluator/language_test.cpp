// Values that the language reference states, as expressions on small instances.
#include <gtest/gtest.h>

#include "tests/evaluator/sources.h"

namespace aunit::evaluator {
namespace {

using testing::show;
using testing::Source;

struct Case {
  const char* expr;
  const char* value;
};

void check(Source& source, const model::Instance& instance, std::initializer_list<Case> cases, unsigned state = 0,
           Options options = {}) {
  Evaluator evaluator(source.model(), options);
  evaluator.bind(instance);
  for (const Case& c : cases)
    EXPECT_EQ(show(evaluator.value(source.expr(c.expr, &instance), state), *instance.universe), c.value)
        << c.expr << " in state " << state;
}

const char* const empty = R"({"bitwidth": 4, "maxSequence": 4, "atoms": [], "states": [{}]})";

TEST(Language, IntegersWrapAround) {
  Source source("sig A {}");
  const model::Instance instance = source.instance(empty);
  check(source, instance,
        {{"#univ", "0"},          {"8 = -8", "true"},         {"100 = 4", "true"},       {"plus[7, 1]", "{-8}"},
         {"minus[-8, 1]", "{7}"}, {"mul[4, 4]", "{0}"},       {"div[-7, 2]", "{-3}"},    {"rem[-7, 2]", "{-1}"},
         {"div[7, -2]", "{-3}"},  {"rem[7, -2]", "{1}"},      {"div[-8, 3]", "{-2}"},    {"rem[-8, 3]", "{-2}"},
         {"div[-8, -1]", "{-8}"}, {"rem[-8, -1]", "{0}"},     {"div[5, 0]", "{-1}"},     {"div[-5, 0]", "{1}"},
         {"div[0, 0]", "{0}"},    {"rem[5, 0]", "{5}"},       {"rem[-5, 0]", "{-5}"},    {"1 << 4", "1"},
         {"1 << -1", "-8"},       {"-8 >> 1", "-4"},          {"-8 >>> 1", "4"},         {"1 + 1", "{1}"},
         {"3 - 1", "{3}"},        {"int[1 + 2] = 3", "true"}, {"1 + 2 < 4", "true"},     {"fun/min", "-8"},
         {"fun/max", "7"},        {"max[1 + 5 + 3]", "{5}"},  {"max[none & Int]", "{}"}, {"sum x: 1 + 2 + 7 | x", "-6"},
         {"6.next", "{7}"},       {"7.next", "{}"},           {"0 - 8", "{-8}"},         {"0 - 7", "{0}"},
         {"0 - 24", "{0}"},       {"Int[1 + 2]", "{3}"},      {"Int[0 - 0]", "{0}"}});
}

TEST(Language, ShiftAmountsAtOddWidths) {
  Source source("sig A {}");
  const model::Instance instance = source.instance(R"({"bitwidth": 5, "maxSequence": 4, "atoms": [], "states": [{}]})");
  check(source, instance, {{"1 << 5", "0"}, {"1 << 8", "1"}, {"-16 >> 7", "-1"}, {"-16 >>> 7", "0"}, {"-16 >>> 4", "1"}});
}

TEST(Language, OverflowsExcluded) {
  Source source("sig A {}");
  const model::Instance instance = source.instance(empty);
  check(source, instance,
        {{"1 + 1 = 1", "true"},
         {"8 = -8", "false"},
         {"div[7, 0] = -1", "false"},
         {"plus[7, 1] = -8", "false"},
         {"not plus[7, 1] = -8", "false"},  // false, like its negation
         {"plus[7, 1] != -8", "false"},
         {"all x: Int | plus[x, 1] > x", "true"},  // bindings with overflow do not count
         {"some x: Int | plus[x, 1] < x", "false"},
         {"no x: Int | plus[x, 1] < x", "true"},
         {"not all x: Int | plus[x, 1] > x", "false"},               // in front: `some x: Int | not ...`
         {"some none or not all x: Int | plus[x, 1] > x", "false"},  // `all` below a negation counts as `some`
         {"some none or not some x: Int | plus[x, 1] < x", "true"},
         {"some none or not no x: Int | plus[x, 1] < x", "false"},
         {"some none or not not some x: Int | plus[x, 1] < x", "false"},
         {"some none or not (all x: Int | some y: Int | plus[y, 1] < x)", "true"},
         {"not no { x: Int | plus[x, 1] < x }", "false"},  // comprehensions, counts and sums ignore negations around them
         {"some none or not one x: Int | plus[x, 1] < x", "true"},
         {"some none or not lone x: Int | plus[x, 1] < x", "false"},
         {"some none or not lone x: Int | not plus[x, 2] > x", "false"},
         {"some none or not (sum x: Int | plus[x, 1] < x => 1 else 0) = 1", "true"},
         {"all x: Int | plus[7, 1] > 8 or x = x", "true"},
         {"all x: Int[plus[7, 1]] | some none", "true"},  // an overflow equals no integer
         {"some x: 9 | x = x", "false"},
         {"some x: 9 + 3 | x != 3", "false"},
         {"some x: 0 - 9 | x = 0", "true"},
         {"no { x: Int[plus[7, 1]] | x = x }", "true"},
         {"(sum x: 9 | 1) = 0", "true"},
         {"all x: Int | x + Int[plus[7, 1]] = x", "false"},  // the overflow does not depend on x
         {"(sum x: Int | x) = -8", "true"},                  // only the total must fit
         {"sum[Int] = -8", "true"},
         {"(sum x: 7 + 6 | x) = -3", "false"},
         {"all x: 7 + 6 | plus[x, 1] > x", "false"}},  // not over Int itself
        0, {.semantics = {.noOverflow = true}});
}

TEST(Language, MultiplicitiesOnTheRightOfIn) {
  Source source("sig A { f: set A, h: A -> A }");
  const model::Instance instance = source.instance(
      R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a", "b"], "states": [{"sigs": {"this/A": ["a", "b"]},
          "fields": {"this/A.f": [["a", "b"], ["b", "b"]], "this/A.h": [["a", "a", "b"], ["b", "a", "b"]]}}]})");
  check(source, instance,
        {{"f in A -> one A", "true"},
         {"f in A one -> one A", "false"},
         {"f in A -> lone A", "true"},
         {"f in A some -> A", "false"},
         {"h in A -> lone A -> one A", "false"},  // at most one (second, third) pair, and one third atom for each second
         {"h in A -> A -> lone A", "true"},
         {"A <: f in A lone -> lone A", "false"},
         {"A in (one A)", "false"},
         {"A.f in (one A)", "true"},
         {"none in (lone A)", "true"}});
}

TEST(Language, Quantifiers) {
  Source source("sig A { f: set A }");
  const model::Instance instance = source.instance(
      R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a", "b"], "states": [{"sigs": {"this/A": ["a", "b"]},
          "fields": {"this/A.f": [["a", "b"]]}}]})");
  check(source, instance,
        {{"one x, y: A | x != y", "false"},  // counts pairs
         {"one x, y: A | x -> y in f", "true"},
         {"lone x: A | some x.f", "true"},
         {"some disj x, y: set A | x = y", "true"},  // both empty: no common element
         {"all disj x, y: A | x != y", "true"},
         {"some x: some A | #x = 2", "true"},
         {"some x: lone A | #x = 2", "false"},
         {"all x: set A | x in A", "true"},
         {"some r: A -> one A | #r.A = 2", "true"},
         {"{ x, y: A | x != y }", "{a->b, b->a}"},
         {"sum x: A | #x.f", "1"},
         {"*f - iden", "{a->b}"},
         {"#iden", "2"}});  // the integers' 16 pairs, too: 18 wraps
}

TEST(Language, TooManySubRelationsIsAnError) {
  Source source("sig A {}");
  const model::Instance instance = source.instance(empty);
  Evaluator evaluator(source.model());
  evaluator.bind(instance);
  EXPECT_THROW(evaluator.value(source.expr("some r: Int -> Int | no r & iden and #r > 3")), EvaluationError);
}

TEST(Language, StringsMustBeAtoms) {
  Source source("sig A {}");
  const model::Instance instance =
      source.instance(R"({"bitwidth": 4, "maxSequence": 4, "atoms": [], "strings": ["\"x\""], "states": [{}]})");
  Evaluator evaluator(source.model());
  evaluator.bind(instance);
  EXPECT_EQ(show(evaluator.value(source.expr("\"x\"")), *instance.universe), "{\"x\"}");
  EXPECT_THROW(evaluator.value(source.expr("no none or \"y\" in String")), EvaluationError);  // even if short-circuited
}

TEST(Language, Orders) {
  const char* const json =
      R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a", "b", "O"], "states": [{"sigs": {"this/A": ["a", "b"], "ordering/Ord": ["O"]},
          "fields": {"ordering/Ord.First": [["O", "a"]], "ordering/Ord.Next": [["O", "a", "b"]]}}]})";
  const char* const nothing =
      R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["O"], "states": [{"sigs": {"ordering/Ord": ["O"]}}]})";
  const auto ordered = [](const char* text, const char* valuation) {
    Source source(text);
    const model::Instance instance = source.instance(valuation);
    Evaluator evaluator(source.model());
    evaluator.bind(instance);
    for (const auto& constraint : source.model().implicitConstraints())
      if (constraint.kind == model::ImplicitKind::appendedFact && !evaluator.holds(constraint.formula)) return false;
    return true;
  };
  EXPECT_TRUE(ordered("open util/ordering[A] sig A {}", json));
  EXPECT_FALSE(ordered("open util/ordering[A] sig A {}", nothing));                    // as plain relations: needs a first atom
  EXPECT_TRUE(ordered("open util/ordering[A] sig A {} sig B extends A {}", nothing));  // as a union: may be empty
  EXPECT_TRUE(ordered("open util/ordering[A] sig A {} sig B extends A {}", json));
}

// V is {a}, then {}, then {a, b}, then {} again, and so on.
struct Traces : ::testing::Test {
  Source source{"var sig V {} sig A { var f: set A } pred later[s: set A] { after s != A.f }"};
  model::Instance instance = source.instance(
      R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a", "b", "x", "y"], "loop": 1, "states": [
          {"sigs": {"this/V": ["a"], "this/A": ["x", "y"]}, "fields": {"this/A.f": [["x", "y"]]}},
          {"sigs": {"this/A": ["x", "y"]}, "fields": {"this/A.f": [["x", "x"]]}},
          {"sigs": {"this/V": ["a", "b"], "this/A": ["x", "y"]}}]})");
};

TEST_F(Traces, FutureOperatorsFollowTheLoop) {
  check(source, instance,
        {{"V'", "{}"},
         {"V''", "{a, b}"},
         {"V'''", "{}"},
         {"always eventually some V", "true"},
         {"eventually always some V", "false"},
         {"after no V", "true"},
         {"some V until no V", "true"},
         {"no V releases some V", "false"},
         {"eventually #V = 2", "true"},
         {"some V ; no V ; some V ; no V", "true"},
         {"#V'' = #V", "false"},
         {"univ' - Int", "{x, y}"}});
  check(source, instance, {{"V'", "{}"}, {"after after some V", "true"}, {"always #V != 1", "true"}}, 2);
}

TEST_F(Traces, PastOperatorsSeeTheHistory) {
  check(source, instance,
        {{"before some V", "false"},
         {"historically some V", "true"},
         {"once no V", "false"},
         {"no A since some V", "true"},
         {"no A triggered some V", "true"}});
  check(source, instance,
        {{"before some V", "true"},
         {"historically some V", "false"},
         {"once #V = 1", "true"},
         {"no V since some V", "true"},
         {"once #V = 2", "false"},                       // the first time around
         {"eventually (no V and once #V = 2)", "true"},  // the second time
         {"after after once #V = 2", "true"},
         {"eventually (no V and before (some V and before (no V and before #V = 2)))", "true"},
         {"eventually (no V and before (some V and before (no V and before #V = 1)))", "true"}},
        1);
}

TEST_F(Traces, LetsAndArgumentsAreByNameAsToTime) {
  check(source, instance,
        {{"let s = A.f | after (s != A.f)", "false"},
         {"later[A.f]", "false"},
         {"some s: set A | s = A.f and after s != A.f", "true"},  // quantified variables are rigid
         {"(A.f)' = A.f'", "true"},
         {"let s = V | s' = V'", "true"},
         {"always (let s = A.f | all z: s | z in A.f)", "true"}});
}

}  // namespace
}  // namespace aunit::evaluator
