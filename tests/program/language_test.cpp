// The language of programs: the translation of statements, and messages about invalid input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "parser/front_end.h"
#include "tests/program/naive_search.h"

namespace aunit::tests {
namespace {

using namespace model::program;
using testing::ElementsAre;
using testing::HasSubstr;

std::string errorsOf(const std::string& text) {
  std::string errors;
  EXPECT_FALSE(parseProgram(text, &errors)) << "no error: " << text;
  return errors;
}

/// "location: next/otherwise" for each location of the first process.
std::vector<std::string> shape(const std::string& statements) {
  std::string errors;
  const auto p = parseProgram("var x: 0..9 = 0 process P { " + statements + " }", &errors);
  EXPECT_TRUE(p) << errors;
  std::vector<std::string> out;
  if (!p) return out;
  for (const Location& l : p->processes[0].locations)
    out.push_back(l.name + ":" + std::to_string(l.next) +
                  (l.guard == noId       ? ""
                   : l.otherwise == noId ? "/wait"
                                         : "/" + std::to_string(l.otherwise)));
  out.pop_back();  // drops the end location
  return out;
}

TEST(Language, StructuredStatementsBecomeJumps) {
  EXPECT_THAT(shape("skip skip"), ElementsAre("0:1", "1:2"));
  EXPECT_THAT(shape("while x < 3 { x := x + 1 } skip"), ElementsAre("0:1/2", "1:0", "2:3"));
  EXPECT_THAT(shape("if x = 1 { skip skip } else { x := 0 } skip"), ElementsAre("0:1/3", "1:2", "2:4", "3:4", "4:5"));
  EXPECT_THAT(shape("if x = 1 { skip } else if x = 2 { skip } else { skip }"),
              ElementsAre("0:1/2", "1:5", "2:3/4", "3:5", "4:5"));
  EXPECT_THAT(shape("if x = 1 { } else { skip } skip"), ElementsAre("0:2/1", "1:2", "2:3"));
  EXPECT_THAT(shape("a: await x = 1 b: await x = 2 then x := 3 goto a"), ElementsAre("a:1/wait", "b:2/wait", "2:0"));
  EXPECT_THAT(shape("while true { while x < 3 { x := 4 } } "), ElementsAre("0:1/3", "1:2/0", "2:1"));
  EXPECT_THAT(shape("0: skip; 1: if x = 0 goto 0; goto end"), ElementsAre("0:1", "1:0/2", "2:3"));
}

TEST(Language, TemplatesAndArrays) {
  const auto p = parseProgram(
      "const N = 2 var fork[0..N]: bool = false process Phil[i: 0..N] { var n: 0..3 = i fork[(i + 1) % (N + 1)] := true }"
      " invariant I: all i, j: 0..N | i = j or not (Phil[i] at end and Phil[j] at end)");
  ASSERT_TRUE(p);
  ASSERT_EQ(p->processes.size(), 3u);
  EXPECT_EQ(p->processes[2].name, "Phil[2]");
  EXPECT_EQ(p->variables[p->processes[2].locations[0].assignments[0].target].name, "fork[0]");
  EXPECT_EQ(p->variables[4].name, "Phil[1].n");
  EXPECT_EQ(p->variables[4].initial, std::vector<std::int64_t>{1});
}

TEST(Language, WordsOfOtherPlacesAreNames) {
  EXPECT_TRUE(parseProgram("var state, test, steps: bool = false process loop { loop: state := test goto loop }"));
}

TEST(Language, UnknownNames) {
  EXPECT_THAT(errorsOf("var turn: bool = false process P { tun := true }"), HasSubstr("did you mean `turn`?"));
  EXPECT_THAT(errorsOf("process P { critical: skip goto critcal }"), HasSubstr("did you mean `critical`?"));
  EXPECT_THAT(errorsOf("process Peter { a: skip } invariant I: Petre at a"), HasSubstr("did you mean `Peter`?"));
  EXPECT_THAT(errorsOf("process P { a: skip } invariant I: P at b"),
              HasSubstr("there is no label in process `P` with the name `b`"));
  EXPECT_THAT(errorsOf("type Mode = {idle, busy} var m: Mod = idle process P { skip }"), HasSubstr("did you mean `Mode`?"));
  EXPECT_THAT(errorsOf("process P[i: 0..2] { a: skip } invariant I: P[3] at a"), HasSubstr("the index must be in 0..2"));
  EXPECT_THAT(errorsOf("process P[i: 0..2] { a: skip } invariant I: P at a"), HasSubstr("write an index, as in `P[0]`"));
}

TEST(Language, Domains) {
  EXPECT_THAT(errorsOf("var x: 0..3 = 4 process P { skip }"), HasSubstr("the initial value 4 is outside the domain 0..3"));
  EXPECT_THAT(errorsOf("var x: 0..3 = 0 process P { x := 5 }"), HasSubstr("5 is outside the domain 0..3 of `x`"));
  EXPECT_THAT(errorsOf("var x: 0..3 = 0 process P { x := x + 9 }"), HasSubstr("a value in 9..12"));
  EXPECT_THAT(errorsOf("var x: 3..0 = 0 process P { skip }"), HasSubstr("the domain 3..0 is empty"));
  EXPECT_THAT(errorsOf("var x: 0..3 = true process P { skip }"),
              HasSubstr("an integer is needed here, but this is a truth value"));
  EXPECT_THAT(errorsOf("var a[0..2]: bool = false process P { a[3] := true }"), HasSubstr("the index is outside"));
  EXPECT_THAT(errorsOf("var a[0..2]: bool = false var i: 0..3 = 0 process P { skip } invariant I: a[i]"),
              HasSubstr("the index may be outside"));
  EXPECT_THAT(errorsOf("var x: 0..3 = 1 process P { x := x / 0 }"), HasSubstr("the divisor is 0"));
  EXPECT_THAT(errorsOf("var x: 0..2000000000 = 1 process P { x := x * x * x }"), HasSubstr("larger than 2^40"));
}

TEST(Language, Duplicates) {
  EXPECT_THAT(errorsOf("var x: bool = false var x: bool = false process P { skip }"), HasSubstr("first declared here"));
  EXPECT_THAT(errorsOf("process P { a: skip a: skip }"), HasSubstr("two labels `a`"));
  EXPECT_THAT(errorsOf("process P { 1: skip }"), HasSubstr("this statement has the number 0 in its process"));
  EXPECT_THAT(errorsOf("var x: 0..1 = 0 process P { x, x := 0, 1 }"), HasSubstr("assigned twice in one statement"));
  EXPECT_THAT(errorsOf("var x: 0..1 = 0 process P { x := 0, 1 }"),
              HasSubstr("this assignment has 1 variables on the left, but 2 values on the right"));
}

TEST(Language, NoProcess) {
  EXPECT_THAT(errorsOf("var x: bool = false"), HasSubstr("this program has no process"));
  EXPECT_THAT(errorsOf(""), HasSubstr("this program has no process"));
  EXPECT_THAT(errorsOf("process P { }"), HasSubstr("has no statement"));
}

TEST(Language, SyntaxErrors) {
  EXPECT_THAT(errorsOf("var x: bool = false process P { x = true }"), HasSubstr("assignment is written `:=`"));
  EXPECT_THAT(errorsOf("proces P { skip }"), HasSubstr("did you mean `process`?"));
  EXPECT_THAT(errorsOf("process P { if true }"), HasSubstr("expected"));
  EXPECT_THAT(errorsOf("process P { goto }"), HasSubstr("expected a name or a number"));
  EXPECT_THAT(errorsOf("process P { skip"), HasSubstr("unexpected end of file"));
  EXPECT_THAT(errorsOf("process P { skip } $"), HasSubstr("unexpected `$`"));
  EXPECT_THAT(errorsOf("process P { skip } invariant I: always true"), HasSubstr("write the formula in a `property`"));
  EXPECT_THAT(errorsOf("process P { skip } /* never closed /"), HasSubstr("1:20: error: this comment is not closed"));
  EXPECT_THAT(errorsOf("process P { skip } val v { } test \"a { v valid }"), HasSubstr("this string is not closed on its line"));
  EXPECT_TRUE(parseProgram("/**/ process P /* one\n ** two **/ { skip } // three"));
}

TEST(Language, AProcessInErrorIsNotLookedInto) {
  const std::string errors = errorsOf(
      "process P[i: 0..3] { var x: 0..1 = 3  skip }\nprocess Q { P[1].x := 1  await P[2] at 0 }\ninvariant I: P[2] at end");
  EXPECT_THAT(errors, HasSubstr("the initial value 3 is outside the domain 0..1"));
  EXPECT_THAT(errors, Not(HasSubstr("test.prog:2"))) << "a consequence of the first error";
  EXPECT_THAT(errors, Not(HasSubstr("test.prog:3")));
}

TEST(Language, SizesAreLimited) {
  EXPECT_THAT(errorsOf("var x: bool = true var a[0..9999]: 0..65535 process P { skip }"),
              HasSubstr("1:24: error: the variables have more than 4194304 initial values"));
  EXPECT_THAT(errorsOf("var x: bool = true var y: 0..65536 process P { skip }"),
              HasSubstr("1:24: error: this variable has more than 65536 initial values"));
  std::string statements;
  for (int i = 0; i < 200; ++i) statements += "skip ";
  EXPECT_TRUE(parseProgram("process P[i: 1..500] { " + statements + "}"));
  EXPECT_THAT(errorsOf("process P[i: 1..501] { " + statements + "}"),
              HasSubstr("more than 100000 statements after templates are expanded"));
}

TEST(Language, PropositionsCountAsWhatTheyStandFor) {
  const auto doubled = [](int times) {
    std::string text = "process P { skip } proposition A0: P at 0";
    for (int i = 1; i <= times; ++i) text += fmt::format(" proposition A{}: A{} or not A{}", i, i - 1, i - 1);
    return text + fmt::format(" property Q: always A{}", times);
  };
  EXPECT_TRUE(parseProgram(doubled(10)));
  EXPECT_THAT(errorsOf(doubled(40)), HasSubstr("more than 1000000 expressions"));
}

TEST(Language, AModelTooLargeToReadIsAnError) {
  const auto loaded = parser::loadText("large.prog", "process P[i: 1..1000] { skip }");
  ASSERT_FALSE(loaded->ok());
  EXPECT_EQ(loaded->diagnostics.all()[0].message, "the model of this program has more than 4000000 expressions");
  EXPECT_TRUE(parser::loadText("small.prog", "process P[i: 1..50] { skip }")->ok());
}

TEST(Language, DeepNestingIsAnError) {
  EXPECT_THAT(errorsOf("process P { skip } invariant I: " + std::string(100000, '(') + "true"), HasSubstr("nested too deeply"));
  std::string indices = "var a[0..3]: 0..3 = 0 process P { skip } invariant I: ";
  for (int i = 0; i < 20000; ++i) indices += "a[";
  EXPECT_THAT(errorsOf(indices), HasSubstr("nested too deeply"));
  std::string blocks = "process P { ";
  for (int i = 0; i < 5000; ++i) blocks += "while true { ";
  EXPECT_THAT(errorsOf(blocks), HasSubstr("blocks are nested"));
  std::string chain = "process P { skip } invariant I: true";
  for (int i = 0; i < 20000; ++i) chain += " and true";
  EXPECT_TRUE(parseProgram(chain));
  std::string branches = "process P { if true { skip }";
  for (int i = 0; i < 40000; ++i) branches += " else if true { skip }";
  EXPECT_TRUE(parseProgram(branches + " }"));
}

}  // namespace
}  // namespace aunit::tests
