// The test language of .aunit files, and the form of tests in models that the AUnit Analyzer reads (reference "tests and
// coverage", 2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/syntax_support.h"

namespace aunit::parser::alloy {
namespace {

using namespace syntax;
using testing::ElementsAre;
using testing::HasSubstr;

const ParseOptions testFile{.testLanguage = true};

TEST(SyntaxTestLanguage, Valuations) {
  EXPECT_EQ(paragraphs("open list\n"
                       "val twoNodes { Node = N0 + N1   link = N1->N0 }\n"
                       "val extended extends twoNodes @slow @big { no link }\n"
                       "val saved @x from \"a \\\"b\\\".xml\"\n"
                       "val empty {}\n",
                       testFile),
            "open list\n"
            "val twoNodes {(= Node (+ N0 N1)),(= link (-> N1 N0))}\n"
            "val extended extends twoNodes @slow @big {(no link)}\n"
            "val saved @x from a \"b\".xml {}\n"
            "val empty {}\n");
}

TEST(SyntaxTestLanguage, Traces) {
  EXPECT_EQ(
      paragraphs("val trace { S = S0 state { Node = N0 no link } T = T0 state { Node = N0 link = N0->N0 } loop 1 }", testFile),
      "val trace {(= S S0),(= T T0)} state {(= Node N0),(no link)} state {(= Node N0),(= link (-> N0 N0))} loop 1\n");
  EXPECT_THAT(parseText("val t { loop 1 loop 2 }", testFile).messages(), HasSubstr("`loop` is given twice"));
}

TEST(SyntaxTestLanguage, Reasons) {
  EXPECT_EQ(
      paragraphs("test \"a\" { v invalid because fact F }\n"
                 "test \"b\" { v violates p because declaration of S <: f }\n"
                 "test \"c\" { v violates run p for 2 seq because scope of m/S }\n"
                 "test \"d\" { v violates fact \"a fact\" and not assertion A because fact \"a fact\" }\n"
                 "test \"e\" { run { some because } expect 0 because predicate p }\n"
                 "test \"f\" { because satisfies because }\n"
                 "test \"g\" { v invalid because fact F w violates p because predicate p  u, w invalid because sig S run q }\n"
                 "fact assertion { v.because }\n",
                 testFile),
      "test a : v invalid because fact F\n"
      "test b : v violates p because declaration of S<:f\n"
      "test c : v violates run p but 2 seq because scope of m/S\n"
      "test d : v violates (and fact a fact (not assertion A)) because fact a fact\n"
      "test e : run (block (some because)) expect 0 because predicate p\n"
      "test f : because satisfies because\n"
      "test g : v invalid because fact F; w violates p because predicate p; u,w invalid because sig S; run q\n"
      "fact assertion (block (. v because))\n");
}

TEST(SyntaxTestLanguage, WhatIsLeftOut) {
  EXPECT_EQ(paragraphs("test \"a\" { v invalid without fact F, fact \"a fact\", sig m/S { v valid  run p } w valid }\n"
                       "test \"b\" { without sig S { without valid } without fact F { check q expect 1 } run without }\n"
                       "test \"c\" { without satisfies without  without, v valid }\n"
                       "fact without { v.without }\n",
                       testFile),
            "test a : v invalid; without fact F,fact a fact,sig m/S v valid; without fact F,fact a fact,sig m/S run p; w valid\n"
            "test b : without sig S without valid; without fact F check q expect 1; run without\n"
            "test c : without satisfies without; without,v valid\n"
            "fact without (block (. v without))\n");
}

TEST(SyntaxTestLanguage, NumbersOfInstances) {
  EXPECT_EQ(paragraphs("test \"a\" { run p for 3 expect 12 instances check { q } expect 1 instance up to symmetry v valid }\n"
                       "test \"b\" { run p expect 0 instances because fact F  run p expect 1 instances satisfies q }\n"
                       "fact { some instances }\n",
                       testFile),
            "test a : run p for 3 has 12; check (block q) has 1 up to symmetry; v valid\n"
            "test b : run p has 0 because fact F; run p expect 1; instances satisfies q\n"
            "fact (block (some instances))\n");  // a valuation has the name `instances`
}

TEST(SyntaxTestLanguage, Outcomes) {
  EXPECT_EQ(paragraphs("test \"a\" { v satisfies NoDirectedCycles }\n"
                       "test \"b\" @slow { v violates some x: A | p[x] and q }\n"
                       "test \"c\" { v valid } test \"d\" { m/v invalid }\n"
                       "test \"e\" { v satisfies run NoDirectedCycles for 3 }\n"
                       "test \"f\" { v violates check { some A } }\n"
                       "test \"g\" { v gives N1.^link = N0 }\n"
                       "test \"h\" { run p for exactly 3 Node expect 1 }\n"
                       "test \"i\" { check lbl { x } }\n"
                       "run q\n",
                       testFile),
            "test a : v satisfies NoDirectedCycles\n"
            "test b @slow : v violates (some x:A (and ([] p x) q))\n"
            "test c : v valid\n"
            "test d : m/v invalid\n"
            "test e : v satisfies run NoDirectedCycles for 3\n"
            "test f : v violates check (block (some A))\n"
            "test g : v gives (= (. N1 (^ link)) N0)\n"
            "test h : run p but exactly 3 Node expect 1\n"
            "test i : check lbl: (block x)\n"
            "run q\n");
}

TEST(SyntaxTestLanguage, Statements) {
  EXPECT_EQ(
      paragraphs("test \"a\" { v satisfies p  w violates some q\n u valid v gives #A = 1 }\n"
                 "test \"b\" { v, m/w, u satisfies p  run p v violates q  check p for 3 v satisfies q }\n"
                 "test \"c\" { { A = a  state { B = b } loop 0 } satisfies p  v { A + b } violates q { no A } invalid }\n"
                 "test \"d\" { v satisfies p { A = a } satisfies q  v satisfies { p } v, { no A } satisfies all x: A { p } }\n"
                 "test \"e\" { valid valid gives gives gives satisfies valid }\n"
                 "run q\n",
                 testFile),
      "test a : v satisfies p; w violates (some q); u valid; v gives (= (# A) 1)\n"
      "test b : v,m/w,u satisfies p; run p; v violates q; check p for 3; v satisfies q\n"
      "test c : (val {(= A a)} state {(= B b)} loop 0) satisfies p; (val extends v {(+ A b)}) violates q; (val {(no A)}) "
      "invalid\n"
      "test d : v satisfies p; (val {(= A a)}) satisfies q; v satisfies (block p); v,(val {(no A)}) satisfies (all x:A "
      "(block p))\n"
      "test e : valid valid; gives gives gives; satisfies valid\n"
      "run q\n");
}

TEST(SyntaxTestLanguage, IntegersAndExpectedErrors) {
  EXPECT_EQ(paragraphs("val a for 6 int { no A }\n"
                       "val b extends a @s for 7 Int, 9 seq skip \"so\" { no A }\n"
                       "val val for 8 seq { no A }\n"
                       "test \"t\" { a satisfies run p for 3 expect error \"e \\\"x\\\"\"  error valid expect error \"f\" }\n"
                       "run val p for 3\n"
                       "check val p for 3\n",
                       testFile),
            "val a bits 6 {(no A)}\n"
            "val b extends a @s bits 7 seq 9 skip so {(no A)}\n"
            "val val seq 8 {(no A)}\n"
            "test t : a satisfies run p for 3 error e \"x\"; error valid error f\n"
            "run val: p for 3\n"
            "check val: p for 3\n");
}

TEST(SyntaxTestLanguage, Tables) {
  EXPECT_EQ(
      paragraphs("test \"{v}: {n}\" @t for v, n in { (beta, 2)  \"none\" (empty, 0) @slow ({ no A }, #B + 1) } "
                 "{ v gives #A = n run p }\n"
                 "test \"one\" for v in { a m/b 3 (c + d) { no A } \"x\" e @t } @behind skip \"so\" { v valid }\n"
                 "run q\n",
                 testFile),
      "test {v}: {n} @t for v,n in (beta,2),(empty,0) none @slow,((block (no A)),(+ (# B) 1)) : v gives (= (# A) n); run p\n"
      "test one @behind skip so for v in (a),(m/b),(3),((+ c d)),((block (no A))),(e) x @t : v valid\n"
      "run q\n");
}

TEST(SyntaxTestLanguage, ItsWordsStayNamesElsewhere) {
  const char* const model =
      "sig val, test, state, loop, from, satisfies, violates, valid, invalid, gives { state, loop: set val }\n"
      "pred valid[test: state] { test.valid = loop { state } test in val }\n"
      "fun from: val { val.state }\n"
      "run valid for 3 val, 2 test\n"
      "val: run from\n"
      "val v { val = state0 state = loop state { loop = test } loop 2 }\n"
      "test \"t\" { v satisfies valid[test] and satisfies }\n";
  for (const std::string& read : {paragraphs(model), paragraphs(model, testFile)})
    EXPECT_EQ(read,
              "sig val,test,state,loop,from,satisfies,violates,valid,invalid,gives {state,loop:(set val)}\n"
              "pred valid[test:state] (block (= (. test valid) loop) (block state) (in test val))\n"
              "fun from[] is val (block (. val state))\n"
              "run valid but 3 val,2 test\n"
              "run val: from\n"
              "val v {(= val state0),(= state loop)} state {(= loop test)} loop 2\n"
              "test t : v satisfies (and ([] valid test) satisfies)\n");
}

TEST(SyntaxTestLanguage, AnalyzerValuationsAndTests) {
  EXPECT_EQ(paragraphs("sig List { header: lone Node } sig Node {}\n"
                       "val two {\n  some disj List0: List { some disj Node0, Node1: Node {\n    List = List0\n"
                       "    header = List0->Node0\n    !@cmd: {Acyclic[List0]}\n  }}\n}\n"
                       "@Test Test0: run two for 3 expect 0\n"
                       "val none0 { no List no Node }\n"
                       "@Test Test1: two and Acyclic\n"
                       "@Test Test2: { none0 }\n"
                       "pred p { some val }\n"),
            "sig List {header:(lone Node)}\n"
            "sig Node {}\n"
            "val two (block (some disj List0:List (block (some disj Node0,Node1:Node (block (= List List0) (= header (-> List0 "
            "Node0)) (not (block@cmd ([] Acyclic List0))))))))\n"
            "@Test run Test0: two for 3 expect 0\n"
            "val none0 (block (no List) (no Node))\n"
            "@Test run Test1: (and two Acyclic)\n"
            "@Test run Test2: (block none0)\n"
            "pred p[] (block (some val))\n");
}

TEST(SyntaxTestLanguage, AnalyzerValuationsInTestFiles) {
  EXPECT_EQ(paragraphs("val a { some disj x: A { A = x @cmd:{ p } } } val b { A = x }", testFile),
            "val a (block (some disj x:A (block (= A x) (block@cmd p))))\n"
            "val b {(= A x)}\n");
}

TEST(SyntaxTestLanguage, Errors) {
  for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"test \"a\" { v }", "1:14 found `}`; expected `,` or `satisfies`, `violates`, `valid`, `invalid` or `gives`"},
           {"test \"a\" { v satisfies }", "1:24 found `}`; expected an expression"},
           {"test \"a\" { v is p }", "expected `,` or `satisfies`, `violates`, `valid`, `invalid` or `gives`"},
           {"test \"a\" { v valid p }", "1:22 found `}`; expected `,` or `satisfies`"},
           {"test \"a\" @ { v valid }", "found `{`; expected a name"},
           {"val v { A = }\ntest \"a\" { v valid }", "1:13 found `}`; expected an expression"}})
    EXPECT_THAT(parseText(text, testFile).messages(), HasSubstr(message)) << text;
}

}  // namespace
}  // namespace aunit::parser::alloy
