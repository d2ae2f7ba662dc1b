#include "evaluator/reason.h"

#include <gtest/gtest.h>

#include "tests/evaluator/sources.h"

namespace aunit::evaluator {
namespace {

using testing::show;
using testing::Source;

/// A reason as text: "false n !in n.^link [n = {N0}] {n = {N0}, n.^link = {N0, N1}}", then its parts in parentheses.
std::string written(const Source& source, const model::Instance& instance, const Reason& reason) {
  std::string out = (reason.actual ? "true " : "false ") + source.text(reason.formula);
  if (instance.states.size() > 1) out += " @" + std::to_string(reason.state);
  if (reason.conjuncts > 1) out += " " + std::to_string(reason.held) + "/" + std::to_string(reason.conjuncts);
  for (const Binding& b : reason.bindings)
    out += " [" + source.model().variable(b.variable).name + " = " + show(b.value, *instance.universe) + "]";
  if (reason.parts.empty())
    for (const Operand& o : reason.operands) out += " {" + source.text(o.expr) + " = " + show(o.value, *instance.universe) + "}";
  if (reason.others != 0) out += " +" + std::to_string(reason.others);
  for (const Reason& part : reason.parts) out += " (" + written(source, instance, innermost(part)) + ")";
  return out;
}

struct ReasonTest : ::testing::Test {
  std::string why(Source& source, const model::Instance& instance, const std::string& formula, unsigned state = 0) {
    const Reason reason = reasonFor(source.model(), instance, source.expr(formula, &instance), {}, {}, state);
    return written(source, instance, innermost(reason));
  }
};

struct StaticReason : ReasonTest {
  Source source{R"(
    open util/graph[A]
    sig A { f: set A }
    pred p[x: A] { some x.f  x in x.f }
    pred empty[x: A] { no x.f })"};
  model::Instance instance = source.instance(
      R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a", "b", "c"],
          "states": [{"sigs": {"this/A": ["a", "b", "c"]}, "fields": {"this/A.f": [["a", "b"], ["b", "b"]]}}]})");
  std::string why(const std::string& formula) { return ReasonTest::why(source, instance, formula); }
};

TEST_F(StaticReason, OneFalseConjunctDecides) {
  EXPECT_EQ(why("some A and no f and a in c"), "false no f {f = {a->b, b->b}}");
  EXPECT_EQ(why("not (some A and no A)"), "false no A {A = {a, b, c}}");
}

TEST_F(StaticReason, EveryTrueConjunctCounts) {
  EXPECT_EQ(why("some f and b in b.f"),
            "true some f and b in b.f (true some f {f = {a->b, b->b}}) (true b in b.f {b = {b}} {b.f = {b}})");
}

TEST_F(StaticReason, OneTrueDisjunctDecides) {
  EXPECT_EQ(why("no A or some f or no f"), "true some f {f = {a->b, b->b}}");
}

TEST_F(StaticReason, AWitnessAndACounterexample) {
  EXPECT_EQ(why("some x: A | x in x.f"), "true x in x.f [x = {b}] {x = {b}} {x.f = {b}}");
  EXPECT_EQ(why("no x: A | x in x.f"), "true x in x.f [x = {b}] {x = {b}} {x.f = {b}}");
  EXPECT_EQ(why("all x, y: A | y in x.f"), "false y in x.f [x = {a}] [y = {a}] {y = {a}} {x.f = {b}}");
}

TEST_F(StaticReason, EachValueOfAQuantifierCounts) {
  EXPECT_EQ(why("all x: a + b | some x.f"),
            "true all x: a + b | some x.f (true some x.f [x = {a}] {x.f = {b}}) (true some x.f [x = {b}] {x.f = {b}})");
  EXPECT_EQ(why("all x, y: A | x.f in A + y"),
            "true all x, y: A | x.f in A + y +5"
            " (true x.f in A + y [x = {a}] [y = {a}] {x.f = {b}} {A + y = {a, b, c}})"
            " (true x.f in A + y [x = {a}] [y = {b}] {x.f = {b}} {A + y = {a, b, c}})"
            " (true x.f in A + y [x = {a}] [y = {c}] {x.f = {b}} {A + y = {a, b, c}})"
            " (true x.f in A + y [x = {b}] [y = {a}] {x.f = {b}} {A + y = {a, b, c}})");
}

TEST_F(StaticReason, TheNearestValuesComeFirst) {
  EXPECT_EQ(why("some x: A | some x.f and x !in x.f and x = c"),
            "false some x: A | some x.f and x !in x.f and x = c"
            " (false some x.f and x !in x.f and x = c 2/3 [x = {a}] (false x = c {x = {a}} {c = {c}}))"
            " (false some x.f and x !in x.f and x = c 2/3 [x = {c}] (false some x.f {x.f = {}}))"
            " (false some x.f and x !in x.f and x = c 1/3 [x = {b}] (false x !in x.f {x = {b}} {x.f = {b}}) (false x = c {x = "
            "{b}} {c = {c}}))");
}

TEST_F(StaticReason, CallsAreEnteredAndTheirParametersHaveValues) {
  EXPECT_EQ(why("empty[b]"), "false no x.f [x = {b}] {x.f = {b}}");
  EXPECT_EQ(why("p[a]"), "false x in x.f [x = {a}] {x = {a}} {x.f = {b}}");
}

TEST_F(StaticReason, PredicatesOfTheLibraryShowTheirArguments) {
  EXPECT_EQ(why("dag[f + b->a]"), "false dag[f + b->a] {f + b->a = {a->b, b->a, b->b}}");
}

TEST_F(StaticReason, LoneAndOne) {
  EXPECT_EQ(why("lone x: A | some x.f"),
            "false lone x: A | some x.f (true some x.f [x = {a}] {x.f = {b}}) (true some x.f [x = {b}] {x.f = {b}})");
  EXPECT_EQ(why("one x: b + c | x.f = A"),
            "false one x: b + c | x.f = A (false x.f = A [x = {b}] {x.f = {b}} {A = {a, b, c}}) (false x.f = A [x = {c}] {x.f = "
            "{}} {A = {a, b, c}})");
  EXPECT_EQ(why("one x: A | no x.f"), "true no x.f [x = {c}] {x.f = {}}");
}

TEST_F(StaticReason, ChoicesAndEquivalences) {
  EXPECT_EQ(why("some f => no A else some A"), "false no A {A = {a, b, c}}");
  EXPECT_EQ(why("no f => no A"), "false no f {f = {a->b, b->b}}");
  EXPECT_EQ(why("some f iff no A"), "false some f iff no A (true some f {f = {a->b, b->b}}) (false no A {A = {a, b, c}})");
}

struct TemporalReason : ReasonTest {
  Source source{R"(
    sig D {}
    var sig Open, Locked in D {}
    pred opens[d: D] { d !in Open  d !in Locked  Open' = Open + d  Locked' = Locked }
    pred locks[d: D] { d !in Open  d !in Locked  Locked' = Locked + d  Open' = Open }
    pred stutter { Open' = Open  Locked' = Locked })"};
  model::Instance instance = source.instance(
      R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["d", "e"], "loop": 2, "states": [
          {"sigs": {"this/D": ["d", "e"]}},
          {"sigs": {"this/D": ["d", "e"], "this/Open": ["d"]}},
          {"sigs": {"this/D": ["d", "e"], "this/Open": ["d"], "this/Locked": ["d"]}}]})");
  std::string why(const std::string& formula, unsigned state = 0) { return ReasonTest::why(source, instance, formula, state); }
};

TEST_F(TemporalReason, TheFirstStateDecides) {
  EXPECT_EQ(why("always no Locked"), "false no Locked @2 {Locked = {d}}");
  EXPECT_EQ(why("eventually some Open"), "true some Open @1 {Open = {d}}");
  EXPECT_EQ(why("once no Open", 2), "true no Open @0 {Open = {}}");
  EXPECT_EQ(why("historically some Open", 2), "false some Open @0 {Open = {}}");
  EXPECT_EQ(why("after no Open"), "false no Open @1 {Open = {d}}");
  EXPECT_EQ(why("before no Open"), "false before no Open @0");
}

TEST_F(TemporalReason, EveryStateCounts) {
  EXPECT_EQ(why("eventually e in Open"),
            "false eventually e in Open @0 (false e in Open @0 {e = {e}} {Open = {}}) (false e in Open @1 {e = {e}} {Open = {d}})"
            " (false e in Open @2 {e = {e}} {Open = {d}})");
}

TEST_F(TemporalReason, UntilAndItsRelatives) {
  EXPECT_EQ(why("no Locked until some Locked"), "true some Locked @2 {Locked = {d}}");
  EXPECT_EQ(why("no Open until some Locked"),
            "false no Open until some Locked @0 (false no Open @1 {Open = {d}}) (false some Locked @0 {Locked = {}})"
            " (false some Locked @1 {Locked = {}})");
  EXPECT_EQ(why("some Open releases no Locked"),
            "true some Open releases no Locked @0 (true some Open @1 {Open = {d}}) (true no Locked @0 {Locked = {}})"
            " (true no Locked @1 {Locked = {}})");
  EXPECT_EQ(why("some Locked releases no Open"), "false no Open @1 {Open = {d}}");
  EXPECT_EQ(why("some Open since no Open", 2), "true no Open @0 {Open = {}}");
}

TEST_F(TemporalReason, NoStepFits) {
  EXPECT_EQ(why("always (stutter or (some x: D | opens[x]) or (some x: D | locks[x]))"),
            "false (stutter or (some x: D | opens[x]) or (some x: D | locks[x])) @1"
            " (false stutter @1 1/2 (false Locked' = Locked @1 {Locked' = {d}} {Locked = {}}))"
            " (false (some x: D | locks[x]) @1 3/4 [x = {d}] +1 (false d !in Open @1 [d = {d}] {d = {d}} {Open = {d}}))"
            " (false (some x: D | opens[x]) @1 2/4 [x = {d}] +1 (false d !in Open @1 [d = {d}] {d = {d}} {Open = {d}})"
            " (false Locked' = Locked @1 {Locked' = {d}} {Locked = {}}))");
}

}  // namespace
}  // namespace aunit::evaluator
