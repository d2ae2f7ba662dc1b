// Messages about syntax errors: their places, words and hints; and that each paragraph has at most one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/syntax_support.h"

namespace aunit::parser::alloy {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string firstHint(const std::string& text) {
  const ParsedFile parsed = parseText(text);
  const auto& all = parsed.diagnostics.all();
  return all.empty() || all[0].hints.empty() ? "" : all[0].hints[0];
}

TEST(SyntaxError, SaysWhatWasFoundAndExpected) {
  for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"pred p { a and }", "1:16 found `}`; expected an expression"},
           {"pred p }", "1:8 this `}` has no opening bracket"},
           {"pred p run q", "1:8 found `run`; expected `{` or parameters in `[ ]`"},
           {"sig A extends B, C {}", "1:16 found `,`; expected `{`"},
           {"sig A { f: set B, g }", "1:21 found `}`; expected `=`, `:` or `,`"},
           {"sig C { x: }", "1:12 found `}`; expected an expression"},
           {"foo", "1:1 found the name `foo`; expected a paragraph (sig, fact, pred, fun, assert, run, check ...)"},
           {"run p for A", "1:11 found the name `A`; expected a number"},
           {"run p for 3 but", "1:16 the file ends here; expected a number"},
           {"check", "1:6 the file ends here; expected a name or `{`"},
           {"fact { x in (A }", "1:16 found `}`; expected `)` or an operator"},
           {"pred p[] { a b c ] }", "1:18 found `]`; expected `}`, an operator or another formula"},
           {"sig A {} { } }", "1:14 this `}` has no opening bracket"},
           {"open util/ordering[", "1:20 the file ends here; expected `]` or a name"},
           {"pred t { s, x: run t for 3", "1:8 this block is not closed before the next paragraph"},
           {"fact x y {}", "1:8 found the name `y`; expected `{`"},
           {"fact { \"a\" 3 \"b\" : 4 }", "1:18 found `:`; expected `}`, an operator or another formula"}})
    EXPECT_EQ(parseText(text).messages(), message) << text;
}

TEST(SyntaxError, EveryParagraphHasItsOwn) {
  const ParsedFile parsed = parseText(
      "sig A { f: }\n"
      "pred p { some A\n"
      "sig B {}\n"
      "fact { ( }\n"
      "fun f: A { }} \n"
      "run p for\n"
      "assert good { some B }\n");
  EXPECT_EQ(parsed.messages(),
            "1:12 found `}`; expected an expression\n"
            "3:1 found `sig`; expected `}`, an operator or another formula\n"
            "4:10 found `}`; expected an expression\n"
            "5:13 this `}` has no opening bracket\n"
            "7:1 found `assert`; expected a number");
  EXPECT_EQ(parsed.file->sigs.size(), 2u);
  EXPECT_EQ(parsed.file->assertions.size(), 1u);
}

TEST(SyntaxError, PointsAtTheBracketThatIsNotClosed) {
  const ParsedFile parsed = parseText("pred p {\n  some (A + { b }\nfact {}");
  ASSERT_EQ(parsed.diagnostics.all().size(), 1u);
  const model::Diagnostic& d = parsed.diagnostics.all()[0];
  ASSERT_EQ(d.related.size(), 1u);
  EXPECT_EQ(parsed.sources.begin(d.related[0].span), (model::Position{2, 8}));
  EXPECT_EQ(d.related[0].message, "this `(` is not closed");
}

// Only Alloy 6 reads `var sig`, so the errors are those of Alloy 6.
TEST(SyntaxError, KnowsCommonSlips) {
  for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"fact { a == b }", "1:10 `==` is not an operator of Alloy"},
           {"fact { a[b]' = c }", "1:12 a prime cannot follow this expression"},
           {"fact { all x }", "1:8 `all` must be followed by a variable and its bound: `all x: e | f`"},
           {"fact { some x in A | x = y }", "1:15 the variable after `some` is declared with `:`, not `in`"},
           {"fact { all x in A | x = y }", "1:14 the variable after `all` is declared with `:`, not `in`"},
           {"fact { all x, y in A | x = y }", "1:17 the variable after `all` is declared with `:`, not `in`"},
           {"fact { all x: A x.f = y }", "1:17 `|` is missing before `x`"},
           {"pred p[s, s': A] {} var sig V {}", "1:12 the declared name `s'` cannot contain a prime"},
           {"fact { all s, s': A | s = s' } var sig V {}", "1:16 the declared name `s'` cannot contain a prime"},
           {"fact { some s': A | s = s' } var sig V {}", "1:14 the declared name `s'` cannot contain a prime"},
           {"sig set {}", "1:5 `set` is a keyword and cannot be a name"},
           {"sig steps {} var sig V {}", "1:5 `steps` is a keyword and cannot be a name"},
           {"sig A { before: A } var sig V {}", "1:9 `before` is a keyword and cannot be a name"},
           {"fact { x in set A }", "1:13 `set` binds less tightly than `in` before it: parentheses are needed"},
           {"pred p { q(a, b) }", "1:13 `,` is not allowed between parentheses"},
           {"fact { if a then b else c }", "1:20 this `else` has no `=>`"}})
    EXPECT_EQ(parseText(text).messages(), message) << text;
}

TEST(SyntaxError, Hints) {
  for (const auto& [text, hint] : std::initializer_list<std::pair<const char*, const char*>>{
           {"fact { a == b }", "Equality is written `=`."},
           {"fact { a[b]' = c }", "Write `(a[b])'`."},
           {"fact { some x in A | x = y }", "Write `some x: ...`."},
           {"pred p { q(a, b) }", "Arguments are written in brackets: `q[...]`."},
           {"sig steps {} var sig V {}", "It is a keyword since Alloy 6; --alloy5 reads it as a name."},
           {"fact { some A.before } var sig V {}", "`before` is an operator since Alloy 6; it cannot be a name."},
           {"fun f[x: A] { x }", "A function declares the set of its value after `:`, as in `fun f [x: A]: B { ... }`."},
           {"fact { x in set A }", "Write `(set A)`."},
           {"asert x {}", "did you mean `assert`?"},
           {"val v Node = N0", "A valuation is written `val name { ... }`."},
           {"test a { v valid }", "A test is written `test \"name\" { ... }`."},
           {"test \"a\" { v satisfie p }", "did you mean `satisfies`?"},
           {"sig A { f: B; g: C }", "Declarations are separated by `,`."},
           {"sig A { v: int }", "`int[s]` is the sum of the integers in `s`; the set of all integers is `Int`."},
           {"fact { exists x: A | p }", "Write `some` for `exists`."},
           {"sig A { f: B g: C }", "Declarations are separated by `,`."},
           {"sig A { f: option B }", "`option` is Alloy 2: write `lone`."},
           {"sig A { f: B ->! C }", "The multiplicity `!` is Alloy 2: write `one`."},
           {"sig A { f: B ->? C }", "The multiplicity `?` is Alloy 2: write `lone`."},
           {"static sig A {}", "`static` is Alloy 2: write `one`."},
           {"predicate p {}", "Write `pred` for `predicate`."},
           {"run p for 3 but 2 A, B", "Each signature in a scope has its own number: `2 A, 2 B`."},
           {"run p[A]", "A command cannot have arguments: write `run p`, or a block, `run { p[...] }`."},
           {"run p(A)", "A command cannot have arguments: write `run p`, or a block, `run { p[...] }`."},
           {"fact { some { x: A | p(x) } }", "Arguments are written in brackets: `p[...]`."},
           {"fact { a % b = c }", "Write `rem[a, b]` for `a % b`."},
           {"fact { A.name = 'x' }", "Strings are written in double quotes."},
           {"fact { if a then b else c }", "Write `a => b else c`, with parentheses around quantified formulas."}})
    EXPECT_EQ(firstHint(text), hint) << text;
}

TEST(SyntaxError, ManyErrorsAreCutShort) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "sig {}\n";
  const ParsedFile parsed = parseText(text);
  EXPECT_EQ(parsed.diagnostics.errorCount(), 101u);
  EXPECT_THAT(parsed.messages(), HasSubstr("101:5 this file has too many errors"));
}

TEST(SyntaxError, PromptsReadOneExpression) {
  EXPECT_EQ(reading(""), "1:1 the file ends here; expected an expression");
  EXPECT_THAT(reading("a +"), HasSubstr("expected an expression"));
  EXPECT_THAT(reading("sig A {}"), HasSubstr("`sig` is a keyword"));
  EXPECT_EQ(reading("some A no B"), "(block (some A) (no B))");
}

}  // namespace
}  // namespace aunit::parser::alloy
