// Requirements that the solver proves infeasible, compared with those that a person derived from the declarations.

#include <gtest/gtest.h>

#include "coverage/feasibility.h"
#include "tests/coverage/support.h"

namespace aunit::coverage {
namespace {

using testing::Loaded;

Bits all(const Loaded& l) {
  Bits bits(l.requirements().count());
  for (std::size_t i = 0; i < bits.size(); ++i) bits.set(i);
  return bits;
}

Bits prove(const Loaded& l) {
  return Feasibility(*l.loaded->model, l.extracted, {}).infeasible(all(l));
}

TEST(Feasibility, OneNodeCannotHaveTwoSuccessorsAllItsOwn) {
  const Loaded l(testing::listModel);
  const Bits infeasible = prove(l);
  EXPECT_EQ(infeasible.count(), 1u);
  EXPECT_EQ(l.numbers(infeasible, "all n: Node | lone n.link"), "4");  // one node whose body is false
}

TEST(Feasibility, DeclarationsSettleSizes) {
  const Loaded l("one sig Root {} enum Color { Red, Green } sig Node { c: one Color } fact { some Node.c } run {} for 2");
  const Bits infeasible = prove(l);
  EXPECT_EQ(l.numbers(infeasible, "Root"), "02");
  EXPECT_EQ(l.numbers(infeasible, "Red"), "02");
  EXPECT_EQ(l.numbers(infeasible, "Color"), "01");
  EXPECT_EQ(l.numbers(infeasible, "Node"), "");  // infeasible by a fact does not count
  EXPECT_EQ(l.numbers(infeasible, "Node.c"), "");
}

TEST(Feasibility, ScopesOfAllCommandsCount) {
  const Loaded small("sig A {} fact { some A } run {} for 1");
  EXPECT_EQ(small.numbers(prove(small), "A"), "2");
  const Loaded both("sig A {} fact { some A } run {} for 1 run {} for 2");
  EXPECT_EQ(both.numbers(prove(both), "A"), "");
}

TEST(Feasibility, AllStepsOfAScopeCount) {
  const Loaded few("sig A {} fact { some A } check { no A } for 0..1 A");
  EXPECT_EQ(few.numbers(prove(few), "A"), "2");
  const Loaded more("sig A {} fact { some A } check { no A } for 0..2 A");
  EXPECT_EQ(more.numbers(prove(more), "A"), "");
  const Loaded exact("sig A {} fact { some A } check { no A } for exactly 1..2 A");
  EXPECT_EQ(exact.numbers(prove(exact), "A"), "0");
  const Loaded forever("one sig B {} sig A {} fact { some A } check { no A } for 1.. A");
  EXPECT_EQ(forever.numbers(prove(forever), "B"), "");
}

TEST(Feasibility, CallsMayBringWhatParametersExclude) {
  // Judged alone, p gets single atoms; the call passes a set.
  const Loaded alone("sig A {} pred p[a: A] { lone a } run p");
  EXPECT_EQ(alone.numbers(prove(alone), "lone a"), "1");
  const Loaded called("sig A {} pred p[a: A] { lone a } fact { p[A] } run p");
  EXPECT_EQ(called.numbers(prove(called), "lone a"), "");
}

TEST(Feasibility, AFactBehindASignatureIsAboutEachOfItsAtoms) {
  // A valuation may violate the fact, but the solver searches only valuations that satisfy it, so nothing is proved.
  const Loaded l("sig A { f: set A } { all b: A | some f implies b in f } run {} for 2");
  EXPECT_EQ(l.numbers(prove(l), "some f"), "");
  EXPECT_EQ(l.numbers(prove(l), "b in f"), "");
}

TEST(Feasibility, AFactBehindASignatureMayBeBrokenButNotMadeImpossible) {
  // For any fact, `f` of one atom has one value; without an A the fact is not evaluated.
  const Loaded l("sig A { f: one A } { some f and all b: f | b = this } run {} for 2");
  EXPECT_EQ(l.numbers(prove(l), "some f"), "1");
  EXPECT_EQ(l.numbers(prove(l), "b = this"), "");
  EXPECT_EQ(l.numbers(prove(l), "all b: f | b = this"), "2567");
}

TEST(Feasibility, AnOrderOfTheUsersOwnBehindASignatureIsNotDecided) {
  const Loaded l("sig A {} one sig O { First: set A, Next: A -> A } { pred/totalOrder[A, First, Next] } run {} for exactly 2 A");
  EXPECT_EQ(l.numbers(prove(l), "pred/totalOrder[A, First, Next]"), "");
}

TEST(Feasibility, BindingsAreCountedByWhatTheyRangeOver) {
  // For several, dependent and different variables, the numbers agree with enumeration.
  const Loaded l(
      "one sig A {} sig B {} lone sig C {} pred p { some a: A, b: B, c: C | a->b in b->c }"
      "pred q { all x: B, y: x | x = y } pred r { no disj x, y: A | x = y } run {} for 2");
  EXPECT_EQ(l.numbers(prove(l), "some a: A, b: B, c: C | a->b in b->c"), "0357");
  EXPECT_EQ(l.numbers(prove(l), "all x: B, y: x | x = y"), "1467");
  EXPECT_EQ(l.numbers(prove(l), "no disj x, y: A | x = y"), "134567");
}

TEST(Feasibility, WhatDependsOnNoBindingIsEvaluatedWithoutOne) {
  // Without an A there is no binding, but `A.*f` is still evaluated, like `^link` in section 4.3.1 of the AUnit paper.
  const Loaded sum("sig A { f: set A } pred p { (sum v: A | #(A.*f)) > 1 } run {} for 2");
  EXPECT_EQ(sum.numbers(prove(sum), "A.*f"), "");
  const Loaded quantified("sig A { f: set A } pred p { all v: A | some B.f or v in B.f } fun B: set A { A } run {} for 2");
  EXPECT_EQ(quantified.numbers(prove(quantified), "some B.f"), "");
  const Loaded parameter("sig A { f: set A } pred p[a: A] { no A or a in A.f } run p for 2");
  EXPECT_EQ(parameter.numbers(prove(parameter), "no A"), "");
  const Loaded dependent("sig A { f: set A } pred p { all v: A | no v.*f } run {} for 2");
  EXPECT_EQ(dependent.numbers(prove(dependent), "v.*f"), "0");
}

TEST(Feasibility, AValuationStatesAnyString) {
  // The declarations mention no string, but a `val` may have any.
  const Loaded l("sig A { t: lone String } fact { some A.t and \"x\" != \"y\" } run {} for 2");
  EXPECT_EQ(l.numbers(prove(l), "t"), "");
  EXPECT_EQ(l.numbers(prove(l), "A.t"), "");
  const Loaded one("one sig A { t: lone String } pred p { no A.t } run p for 1");
  EXPECT_EQ(one.numbers(prove(one), "t"), "2");
  const Loaded all("sig A {} pred p { no String } run p for 2");
  EXPECT_EQ(all.numbers(prove(all), "no String"), "");
}

TEST(Feasibility, OtherStatesCount) {
  const Loaded l("var sig A {} fact { no A and always lone A } run {} for 2 but 2 steps");
  EXPECT_EQ(l.numbers(prove(l), "lone A"), "");
  EXPECT_EQ(l.numbers(prove(l), "A"), "");
}

}  // namespace
}  // namespace aunit::coverage
