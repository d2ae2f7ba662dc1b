// The test language of .aunit files and the AUnit Analyzer's form in models (reference "tests and coverage", section 2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/syntax_support.h"

namespace aunit::parser::alloy {
namespace {

using namespace syntax;
using testing::ElementsAre;
using testing::HasSubstr;

Parsed parseTests(std::string text) {
  ParseOptions options;
  options.testLanguage = true;
  return parseText(std::move(text), options, "test.aunit");
}

std::vector<std::string> shown(const std::vector<ExprPtr>& formulas) {
  std::vector<std::string> out;
  for (const ExprPtr f : formulas) out.push_back(show(*f));
  return out;
}

TEST(SyntaxTestLanguage, Valuations) {
  const Parsed parsed = parseTests(
      "open list\n"
      "val twoNodes { Node = N0 + N1   link = N1->N0 }\n"
      "val extended extends twoNodes @slow @big { no link }\n"
      "val saved @x from \"a \\\"b\\\".xml\"\n"
      "val empty {}\n");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<Valuation>& v = parsed.file->valuations;
  ASSERT_EQ(v.size(), 4u);
  EXPECT_EQ(v[0].name.text, "twoNodes");
  EXPECT_THAT(shown(v[0].common.formulas), ElementsAre("(= Node (+ N0 N1))", "(= link (-> N1 N0))"));
  EXPECT_FALSE(v[0].predicateStyle);
  EXPECT_TRUE(v[0].bases.empty());
  EXPECT_EQ(v[1].bases.at(0).text, "twoNodes");
  ASSERT_EQ(v[1].tags.size(), 2u);
  EXPECT_EQ(v[1].tags[1].text, "big");
  EXPECT_EQ(v[2].file, "a \"b\".xml");
  EXPECT_EQ(v[2].tags.size(), 1u);
  EXPECT_TRUE(v[3].common.formulas.empty());
}

TEST(SyntaxTestLanguage, Traces) {
  const Parsed parsed =
      parseTests("val trace { S = S0 state { Node = N0 no link } T = T0 state { Node = N0 link = N0->N0 } loop 1 }");
  EXPECT_EQ(parsed.messages(), "");
  const Valuation& v = parsed.file->valuations.at(0);
  EXPECT_THAT(shown(v.common.formulas), ElementsAre("(= S S0)", "(= T T0)"));
  ASSERT_EQ(v.states.size(), 2u);
  EXPECT_THAT(shown(v.states[1].formulas), ElementsAre("(= Node N0)", "(= link (-> N0 N0))"));
  EXPECT_EQ(v.loop, 1);
  EXPECT_THAT(parseTests("val t { loop 1 loop 2 }").messages(), HasSubstr("`loop` is said twice"));
}

TEST(SyntaxTestLanguage, Reasons) {
  const Parsed parsed = parseTests(
      "test \"a\" { v invalid because fact F }\n"
      "test \"b\" { v violates p because declaration of S <: f }\n"
      "test \"c\" { v violates run p for 2 seq because scope of m/S }\n"
      "test \"d\" { v violates fact \"a fact\" and not assertion A because fact \"a fact\" }\n"
      "test \"e\" { run { some because } expect 0 because predicate p }\n"
      "test \"f\" { because satisfies because }\n"
      "test \"g\" { v invalid because fact F w violates p because predicate p  u, w invalid because sig S run q }\n"
      "fact assertion { v.because }\n");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<syntax::Test>& t = parsed.file->tests;
  ASSERT_EQ(t.size(), 7u);
  EXPECT_EQ(t[0].statements.at(0).because->what, model::Named::fact);
  EXPECT_EQ(t[0].statements.at(0).because->name.text, "F");
  EXPECT_EQ(t[1].statements.at(0).because->what, model::Named::field);
  EXPECT_EQ(t[1].statements.at(0).because->owner.text, "S");
  EXPECT_EQ(t[1].statements.at(0).because->name.text, "f");
  EXPECT_EQ(t[2].statements.at(0).because->what, model::Named::scope);
  EXPECT_EQ(t[2].statements.at(0).because->name.text, "m/S");
  EXPECT_EQ(t[3].statements.at(0).because->name.text, "a fact");
  EXPECT_EQ(t[3].statements.at(0).formula->children[0]->kind, Kind::named);
  EXPECT_EQ(t[3].statements.at(0).formula->children[0]->text, "a fact");
  EXPECT_EQ(t[4].statements.at(0).because->what, model::Named::predicate);
  EXPECT_EQ(t[5].statements.at(0).subjects.at(0).name.text, "because");
  EXPECT_FALSE(t[5].statements.at(0).because);
  ASSERT_EQ(t[6].statements.size(), 4u);
  EXPECT_EQ(t[6].statements[1].because->name.text, "p");
  EXPECT_EQ(t[6].statements[2].subjects.size(), 2u);
  EXPECT_FALSE(t[6].statements[3].because);
  EXPECT_EQ(parsed.file->facts.at(0).name.text, "assertion");
}

TEST(SyntaxTestLanguage, NumbersOfInstances) {
  const Parsed parsed = parseTests(
      "test \"a\" { run p for 3 expect 12 instances check { q } expect 1 instance up to symmetry v valid }\n"
      "test \"b\" { run p expect 0 instances because fact F  run p expect 1 instances satisfies q }\n"
      "fact { some instances }\n");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<syntax::Command>& c = parsed.file->testCommands;
  ASSERT_EQ(c.size(), 4u);
  EXPECT_EQ(c[0].instances->number, 12u);
  EXPECT_FALSE(c[0].instances->upToSymmetry);
  EXPECT_EQ(c[1].instances->number, 1u);
  EXPECT_TRUE(c[1].instances->upToSymmetry);
  EXPECT_EQ(c[2].instances->number, 0u);
  EXPECT_FALSE(c[3].instances);  // a valuation has that name
  EXPECT_EQ(parsed.file->tests.at(1).statements.at(2).subjects.at(0).name.text, "instances");
}

TEST(SyntaxTestLanguage, Outcomes) {
  const Parsed parsed = parseTests(
      "test \"a\" { v satisfies NoDirectedCycles }\n"
      "test \"b\" @slow { v violates some x: A | p[x] and q }\n"
      "test \"c\" { v valid } test \"d\" { m/v invalid }\n"
      "test \"e\" { v satisfies run NoDirectedCycles for 3 }\n"
      "test \"f\" { v violates check { some A } }\n"
      "test \"g\" { v gives N1.^link = N0 }\n"
      "test \"h\" { run p for exactly 3 Node expect 1 }\n"
      "test \"i\" { check lbl { x } }\n"
      "run q\n");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<syntax::Test>& t = parsed.file->tests;
  ASSERT_EQ(t.size(), 9u);
  using enum Statement::Kind;
  EXPECT_EQ(t[0].statements.at(0).kind, satisfies);
  EXPECT_EQ(t[0].name, "a");
  EXPECT_EQ(t[0].statements.at(0).subjects.at(0).name.text, "v");
  EXPECT_EQ(show(*t[0].statements.at(0).formula), "NoDirectedCycles");
  EXPECT_EQ(t[0].statements.at(0).command, -1);
  EXPECT_EQ(t[1].statements.at(0).kind, violates);
  EXPECT_EQ(t[1].tags.at(0).text, "slow");
  EXPECT_EQ(show(*t[1].statements.at(0).formula), "(some x:A (and ([] p x) q))");
  EXPECT_EQ(t[2].statements.at(0).kind, valid);
  EXPECT_EQ(t[3].statements.at(0).kind, invalid);
  EXPECT_EQ(t[3].statements.at(0).subjects.at(0).name.text, "m/v");
  EXPECT_EQ(t[4].statements.at(0).kind, satisfies);
  EXPECT_EQ(parsed.file->testCommands.at(static_cast<std::size_t>(t[4].statements.at(0).command)).overall, 3);
  EXPECT_EQ(t[5].statements.at(0).kind, violates);
  EXPECT_TRUE(parsed.file->testCommands.at(static_cast<std::size_t>(t[5].statements.at(0).command)).check);
  EXPECT_EQ(t[6].statements.at(0).kind, gives);
  EXPECT_EQ(show(*t[6].statements.at(0).formula), "(= (. N1 (^ link)) N0)");
  EXPECT_EQ(t[7].statements.at(0).kind, command);
  EXPECT_EQ(t[7].statements.at(0).formula, nullptr);
  EXPECT_EQ(t[8].statements.at(0).kind, command);
  EXPECT_EQ(parsed.file->testCommands.at(static_cast<std::size_t>(t[8].statements.at(0).command)).label.text, "lbl");
  EXPECT_EQ(parsed.file->testCommands.size(), 4u);
  EXPECT_EQ(parsed.file->commands.size(), 1u);
}

TEST(SyntaxTestLanguage, Statements) {
  const Parsed parsed = parseTests(
      "test \"a\" { v satisfies p  w violates some q\n u valid v gives #A = 1 }\n"
      "test \"b\" { v, m/w, u satisfies p  run p v violates q  check p for 3 v satisfies q }\n"
      "test \"c\" { { A = a  state { B = b } loop 0 } satisfies p  v { A + b } violates q { no A } invalid }\n"
      "test \"d\" { v satisfies p { A = a } satisfies q  v satisfies { p } v, { no A } satisfies all x: A { p } }\n"
      "test \"e\" { valid valid gives gives gives satisfies valid }\n"
      "run q\n");
  EXPECT_EQ(parsed.messages(), "");
  const File& file = *parsed.file;
  using enum Statement::Kind;
  const auto shape = [&](std::size_t test) {
    static constexpr const char* verbs[] = {"satisfies", "violates", "valid", "invalid", "gives", "command"};
    std::vector<std::string> out;
    for (const Statement& s : file.tests.at(test).statements) {
      std::string text;
      for (const Subject& subject : s.subjects)
        text += subject.name.text + (subject.inPlace < 0 ? "" : "{}" + std::to_string(subject.inPlace)) + " ";
      text += verbs[static_cast<int>(s.kind)];
      if (s.formula) text += " " + show(*s.formula);
      out.push_back(text);
    }
    return out;
  };
  EXPECT_THAT(shape(0), ElementsAre("v satisfies p", "w violates (some q)", "u valid", "v gives (= (# A) 1)"));
  EXPECT_THAT(shape(1), ElementsAre("v m/w u satisfies p", "command", "v violates q", "command", "v satisfies q"));
  EXPECT_THAT(shape(2), ElementsAre("{}0 satisfies p", "v{}1 violates q", "{}2 invalid"));
  EXPECT_THAT(shape(3),
              ElementsAre("v satisfies p", "{}3 satisfies q", "v satisfies (block p)", "v {}4 satisfies (all x:A (block p))"));
  EXPECT_THAT(shape(4), ElementsAre("valid valid", "gives gives gives", "satisfies valid"));
  EXPECT_EQ(file.inPlace.at(0).states.size(), 1u);
  EXPECT_EQ(file.inPlace.at(0).loop, 0);
  EXPECT_EQ(file.inPlace.at(1).bases.at(0).text, "v");
  EXPECT_THAT(shown(file.inPlace.at(1).common.formulas), ElementsAre("(+ A b)"));
  EXPECT_EQ(file.commands.size(), 1u);
}

TEST(SyntaxTestLanguage, IntegersAndExpectedErrors) {
  const Parsed good = parseTests(
      "val a for 6 int { no A }\n"
      "val b extends a @s for 7 Int, 9 seq skip \"so\" { no A }\n"
      "val val for 8 seq { no A }\n"
      "test \"t\" { a satisfies run p for 3 expect error \"e \\\"x\\\"\"  error valid expect error \"f\" }\n"
      "run val p for 3\n"
      "check val p for 3\n");
  EXPECT_EQ(good.messages(), "");
  const std::vector<Valuation>& v = good.file->valuations;
  ASSERT_EQ(v.size(), 3u);
  EXPECT_EQ(v[0].integers.bitwidth, 6);
  EXPECT_EQ(v[0].integers.maxSequence, -1);
  EXPECT_EQ(v[1].integers.bitwidth, 7);
  EXPECT_EQ(v[1].integers.maxSequence, 9);
  EXPECT_EQ(v[1].tags.size(), 1u);
  EXPECT_EQ(v[1].marks.skip, "so");
  EXPECT_EQ(v[2].name.text, "val");
  ASSERT_EQ(good.file->commands.size(), 2u);
  EXPECT_EQ(good.file->commands[0].label.text, "val");
  ASSERT_EQ(good.file->tests.at(0).statements.size(), 2u);
  EXPECT_EQ(good.file->tests[0].statements[0].expectedError, "e \"x\"");
  EXPECT_EQ(good.file->tests[0].statements[1].subjects.at(0).name.text, "error");
}

TEST(SyntaxTestLanguage, Tables) {
  const Parsed parsed = parseTests(
      "test \"{v}: {n}\" @t for v, n in { (beta, 2)  \"none\" (empty, 0) @slow ({ no A }, #B + 1) } { v gives #A = n run p }\n"
      "test \"one\" for v in { a m/b 3 (c + d) { no A } \"x\" e @t } @behind skip \"so\" { v valid }\n"
      "run q\n");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<syntax::Test>& t = parsed.file->tests;
  ASSERT_EQ(t.size(), 2u);
  ASSERT_EQ(t[0].table.columns.size(), 2u);
  EXPECT_EQ(t[0].table.columns[1].text, "n");
  ASSERT_EQ(t[0].table.rows.size(), 3u);
  EXPECT_THAT(shown(t[0].table.rows[1].cells), ElementsAre("empty", "0"));
  EXPECT_EQ(t[0].table.rows[1].name, "none");
  EXPECT_EQ(t[0].table.rows[1].tags.at(0).text, "slow");
  EXPECT_THAT(shown(t[0].table.rows[2].cells), ElementsAre("(block (no A))", "(+ (# B) 1)"));
  EXPECT_EQ(t[0].statements.size(), 2u);
  ASSERT_EQ(t[1].table.rows.size(), 6u);
  EXPECT_THAT(shown(t[1].table.rows[1].cells), ElementsAre("m/b"));
  EXPECT_THAT(shown(t[1].table.rows[3].cells), ElementsAre("(+ c d)"));
  EXPECT_EQ(t[1].table.rows[5].name, "x");
  EXPECT_EQ(t[1].tags.at(0).text, "behind");
  EXPECT_EQ(t[1].marks.skip, "so");
  EXPECT_EQ(parsed.file->commands.size(), 1u);
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
  for (const Parsed& parsed : {parseText(model), parseTests(model)}) {
    EXPECT_EQ(parsed.messages(), "");
    EXPECT_EQ(parsed.file->sigs.at(0).names.size(), 10u);
    EXPECT_EQ(parsed.file->commands.size(), 2u);
    const Valuation& v = parsed.file->valuations.at(0);
    EXPECT_THAT(shown(v.common.formulas), ElementsAre("(= val state0)", "(= state loop)"));
    EXPECT_EQ(v.states.size(), 1u);
    EXPECT_EQ(v.loop, 2);
    EXPECT_EQ(show(*parsed.file->tests.at(0).statements.at(0).formula), "(and ([] valid test) satisfies)");
  }
}

TEST(SyntaxTestLanguage, AnalyzerValuationsAndTests) {
  const Parsed parsed = parseText(
      "sig List { header: lone Node } sig Node {}\n"
      "val two {\n  some disj List0: List { some disj Node0, Node1: Node {\n    List = List0\n    header = List0->Node0\n    "
      "!@cmd: {Acyclic[List0]}\n  }}\n}\n"
      "@Test Test0: run two for 3 expect 0\n"
      "val none0 { no List no Node }\n"
      "@Test Test1: two and Acyclic\n"
      "@Test Test2: { none0 }\n"
      "pred p { some val }\n");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<Valuation>& v = parsed.file->valuations;
  ASSERT_EQ(v.size(), 2u);
  EXPECT_TRUE(v[0].predicateStyle);
  EXPECT_EQ(show(*v[0].body),
            "(block (some disj List0:List (block (some disj Node0,Node1:Node (block (= List List0) (= header (-> List0 Node0)) "
            "(not (block@cmd ([] Acyclic "
            "List0))))))))");
  EXPECT_TRUE(v[1].predicateStyle);
  const std::vector<Command>& c = parsed.file->commands;
  ASSERT_EQ(c.size(), 3u);
  EXPECT_TRUE(c[0].isTest && c[1].isTest && c[2].isTest);
  EXPECT_EQ(c[0].label.text, "Test0");
  EXPECT_EQ(c[0].target.text, "two");
  EXPECT_EQ(c[0].expect, 0);
  EXPECT_EQ(c[0].testFormula, nullptr);
  EXPECT_EQ(c[1].label.text, "Test1");
  EXPECT_EQ(show(*c[1].testFormula), "(and two Acyclic)");
  EXPECT_EQ(show(*c[2].testFormula), "(block none0)");
}

TEST(SyntaxTestLanguage, AnalyzerValuationsInTestFiles) {
  const Parsed parsed = parseTests("val a { some disj x: A { A = x @cmd:{ p } } } val b { A = x }");
  EXPECT_EQ(parsed.messages(), "");
  EXPECT_TRUE(parsed.file->valuations[0].predicateStyle);
  EXPECT_FALSE(parsed.file->valuations[1].predicateStyle);
}

TEST(SyntaxTestLanguage, Errors) {
  for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"test \"a\" { v }", "1:14 found `}`; expected `,` or `satisfies`, `violates`, `valid`, `invalid` or `gives`"},
           {"test \"a\" { v satisfies }", "1:24 found `}`; expected an expression"},
           {"test \"a\" { v is p }", "expected `,` or `satisfies`, `violates`, `valid`, `invalid` or `gives`"},
           {"test \"a\" { v valid p }", "1:22 found `}`; expected `,` or `satisfies`"},
           {"test \"a\" @ { v valid }", "found `{`; expected a name"},
           {"val v { A = }\ntest \"a\" { v valid }", "1:13 found `}`; expected an expression"}})
    EXPECT_THAT(parseTests(text).messages(), HasSubstr(message)) << text;
}

}  // namespace
}  // namespace aunit::parser::alloy
