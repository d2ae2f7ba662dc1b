// Paragraphs: the syntax trees of the parts of a file (language reference 3).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/syntax_support.h"

namespace aunit::parser::alloy {
namespace {

using namespace syntax;
using testing::HasSubstr;

TEST(SyntaxFile, EmptyTextIsAnEmptyModule) {
  for (const char* text : {"", "  \n\t", "-- nothing", "/* nothing */"}) {
    const ParsedFile parsed = parseText(text);
    EXPECT_EQ(parsed.messages(), "") << text;
    EXPECT_TRUE(parsed.file->paragraphs.empty());
    EXPECT_FALSE(parsed.file->hasHeader);
  }
}

TEST(SyntaxFile, HeaderAndOpens) {
  EXPECT_EQ(paragraphs("module a / b [exactly x, y]\nopen util/ordering[this/A, Int] as ord\nprivate open c\nopen d[univ] as e\n"
                       "open f [] as g"),
            "module a/b[exactly x,y]\n"
            "open util/ordering of this/A,Int as ord\n"
            "private open c\n"
            "open d of univ as e\n"
            "open f as g\n");
}

TEST(SyntaxFile, OrderOfHeaderAndOpens) {
  EXPECT_THAT(parseText("sig A {}\nmodule m").messages(),
              HasSubstr("2:1 `module` is allowed only once, and only `open` may precede it"));
  EXPECT_THAT(parseText("module m module n").messages(), HasSubstr("only once"));
  EXPECT_EQ(parseText("open a module m open b sig A {}").messages(), "");
  EXPECT_THAT(parseText("sig A {}\nopen b").messages(), HasSubstr("2:1 `open` must come before"));
  EXPECT_THAT(parseText("enum E {a}\nopen b").messages(), HasSubstr("2:1 `open` must come before"));
  EXPECT_THAT(parseText("open b[,]").messages(), HasSubstr("1:8 found `,`"));
}

TEST(SyntaxFile, Signatures) {
  EXPECT_EQ(paragraphs("var lone abstract private sig A, B extends C { , f, g: set A,, var private disj h, i: disj one B, "
                       "private j = A.f, } { some f }\n"
                       "some sig D in A + this/B {}\n"
                       "one sig E = Int + univ {} sig F extends seq/Int {}"),
            "var abstract private lone sig A,B extends C {f,g:(set A),var private disj h,i:disj (one B),private j=(. A f)} "
            "(block (some f))\n"
            "some sig D in A+this/B {}\n"
            "one sig E = Int+univ {}\n"
            "sig F extends seq/Int {}\n");
}

TEST(SyntaxFile, SignatureErrors) {
  EXPECT_THAT(parseText("one one sig A {}").messages(), HasSubstr("1:5 `one` is given twice"));
  EXPECT_THAT(parseText("var var sig A {}").messages(), HasSubstr("`var` is given twice"));
  EXPECT_THAT(parseText("one lone sig A {}").messages(), HasSubstr("can have only one of"));
  EXPECT_THAT(parseText("abstract sig A in B {}").messages(), HasSubstr("cannot be abstract"));
  EXPECT_THAT(parseText("sig A$ {}").messages(), HasSubstr("1:5 the declared name `A$` cannot contain `$`"));
  EXPECT_THAT(parseText("sig a/b {}").messages(), HasSubstr("cannot contain `/`"));
  EXPECT_THAT(parseText("sig A { var f = A }").messages(), HasSubstr("cannot be `var`"));
  EXPECT_THAT(parseText("sig A { disj f = A }").messages(), HasSubstr("cannot be `disj`"));
  EXPECT_THAT(parseText("sig A { private var f: A }").messages(), HasSubstr("1:17 `var` is a keyword"));
  EXPECT_THAT(parseText("abstract enum E {a}").messages(), HasSubstr("1:10 found `enum`"));
  EXPECT_THAT(parseText("enum E {}").messages(), HasSubstr("at least one member"));
}

TEST(SyntaxFile, DollarAndSeqAreNoticed) {
  EXPECT_FALSE(parseText("sig A {} fact { some A }").file->usesDollar);
  EXPECT_TRUE(parseText("sig A {} fact { some A$ }").file->usesDollar);
  EXPECT_FALSE(parseText("fact { some seq/Int }").file->firstSeq.has_value());
  EXPECT_TRUE(parseText("sig A { f: seq A }").file->firstSeq.has_value());
}

TEST(SyntaxFile, FactsAssertionsAndEnums) {
  EXPECT_EQ(paragraphs("fact { a } fact f { b c } fact \"my fact\" {} assert x { a } assert \"y z\" {} private enum E { a, b }"),
            "fact (block a)\n"
            "fact f (block b c)\n"
            "fact my fact {}\n"
            "assert x (block a)\n"
            "assert y z {}\n"
            "private enum E a,b\n");
}

TEST(SyntaxFile, PredicatesAndFunctions) {
  EXPECT_EQ(paragraphs("pred p {} pred q[] {} pred A.r(x: A, disj y, z: set B,) { x } private pred this/A.s [x: lone A] {}\n"
                       "fun f: one A { none } fun univ.g [x: A]: A -> lone B { x -> x } private fun h(): set A {{ x: A | x }}"),
            "pred p[] {}\n"
            "pred q[] {}\n"
            "pred A.r[x:A,disj y,z:(set B)] (block x)\n"
            "private pred this/A.s[x:(lone A)] {}\n"
            "fun f[] is (one A) (block none)\n"
            "fun univ.g[x:A] is (->lone A B) (block (-> x x))\n"
            "private fun h[] is (set A) (block (set x:A x))\n");
  for (const auto& [text, message] :
       std::initializer_list<std::pair<const char*, const char*>>{{"pred p[private x: A] {}", "cannot be private"},
                                                                  {"pred p[x: disj A] {}", "cannot be `disj`"},
                                                                  {"pred p[x = A] {}", "not `=`"},
                                                                  {"pred univ {}", "keyword"},
                                                                  {"pred A.univ {}", "keyword"},
                                                                  {"fun f {}", "or `:`"},
                                                                  {"fact { all x: A, y = B | x }", "not `=`"}})
    EXPECT_THAT(parseText(text).messages(), HasSubstr(message)) << text;
}

TEST(SyntaxFile, Macros) {
  EXPECT_EQ(paragraphs("let m = a\nlet n[x, y] = x + y\nprivate let k(x) { some x }\nlet l[] { a b }\nlet o = let z = a | z\n"
                       "sig A {}"),
            "let m[] a\n"
            "let n[x,y] (+ x y)\n"
            "private let k[x] (block (some x))\n"
            "let l[] (block a b)\n"
            "let o[] (let z a z)\n"
            "sig A {}\n");
}

TEST(SyntaxFile, Commands) {
  EXPECT_EQ(
      paragraphs("run p\nrun a b for 3\ncheck lbl { x } for 3 but 2 A, exactly 4 this/B expect 1\nrun {} for 5 Int expect 0\n"
                 "lbl: run p\nlbl2: check { y } expect 7\ncheck this/q"),
      "warning: 6:26 `expect` takes 0 (no instance) or 1 (at least one): 7 counts as 1\n"
      "run p\n"
      "run a: b for 3\n"
      "check lbl: (block x) for 3 but 2 A,exactly 4 this/B expect 1\n"
      "run {} but 5 Int expect 0\n"
      "run lbl: p\n"
      "check lbl2: (block y) expect 7\n"
      "check this/q\n");
}

TEST(SyntaxFile, ChainedCommands) {
  EXPECT_EQ(paragraphs("run p for 2 => run q for 3 A => check r\nrun s"),
            "run p for 2\n"
            "run q but 3 A behind 0\n"
            "check r behind 1\n"
            "run s\n");
}

TEST(SyntaxFile, EveryFormOfScope) {
  EXPECT_EQ(paragraphs("run p for 1 A, exactly 2 B, 3..4 C, 5.. D, 6..7:8 E, 9:10 F, exactly 1..2 G, 11 int, 12 seq, 13 String, "
                       "14 steps, 1.. H"),
            "run p but 1 A,exactly 2 B,3..4 C,5.. D,6..7:8 E,9:10 F,exactly 1..2 G,11 int,12 seq,13 String,14 steps,1.. H\n");
}

TEST(SyntaxFile, ImpossibleScopes) {
  for (const auto& [scope, message] :
       std::initializer_list<std::pair<const char*, const char*>>{{"3 univ", "`univ` cannot have a scope"},
                                                                  {"3 none", "`none` cannot have a scope"},
                                                                  {"3 int, 4 Int", "more than once"},
                                                                  {"3 seq, 3 seq", "more than once"},
                                                                  {"3 steps, 3 steps", "more than once"},
                                                                  {"exactly 3 int", "`exactly` is redundant"},
                                                                  {"exactly 3 seq", "`exactly` is redundant"},
                                                                  {"1..3 int", "growing"},
                                                                  {"1.. seq", "growing"},
                                                                  {"1.. int", "growing"},
                                                                  {"0 steps", "must be at least 1"},
                                                                  {"2.. steps", "must start at 1"},
                                                                  {"1..9:2 steps", "increment of steps must be 1"},
                                                                  {"-1 A", "negative"},
                                                                  {"5..3 A", "less than its start"}})
    EXPECT_THAT(parseText(std::string("run p for ") + scope).messages(), HasSubstr(message)) << scope;
  EXPECT_EQ(parseText("run p for 1.. steps").messages(), "");
  EXPECT_EQ(parseText("run p for 3..5 steps, 3..3 int").messages(), "");
}

TEST(SyntaxFile, ParagraphsKeepTheOrderOfTheFile) {
  EXPECT_EQ(paragraphs("open a sig A {} fact {} let m = A run p enum E {a} pred p {} assert x {}"),
            "open a\n"
            "sig A {}\n"
            "fact {}\n"
            "let m[] A\n"
            "run p\n"
            "enum E a\n"
            "pred p[] {}\n"
            "assert x {}\n");
}

TEST(SyntaxFile, LongAndDeepExpressions) {
  std::string sum = "a";
  std::string arrows = "a";
  for (int i = 0; i < 20000; ++i) sum += " + a";
  for (int i = 0; i < 500; ++i) arrows += " -> a";
  EXPECT_EQ(parseText("fact { some " + sum + " }").messages(), "");
  EXPECT_EQ(parseText("fact { some " + arrows + " }").messages(), "");
  const auto nested = [](std::size_t depth, char open, char close) {
    return "fact {" + std::string(depth, open) + "a" + std::string(depth, close) + "}";
  };
  for (const auto& [open, close] : {std::pair('(', ')'), std::pair('{', '}')})
    EXPECT_EQ(parseText(nested(150, open, close)).messages(), "");
  for (const std::size_t depth : {20000u, 100000u}) {
    EXPECT_THAT(parseText(nested(depth, '(', ')')).messages(), HasSubstr("nested too deeply"));
    EXPECT_THAT(parseText(nested(depth, '{', '}')).messages(), HasSubstr("nested too deeply"));
    EXPECT_THAT(parseText("fact { some " + std::string(depth, '~') + "a }").messages(), HasSubstr("nested too deeply"));
  }
  std::string data = "some a";  // sums are balanced trees, so the depth is logarithmic
  for (int i = 0; i < 110000; ++i) data += " + a";
  EXPECT_EQ(parseText("fact { " + data + " }").messages(), "");
  for (const std::string_view next : {" => a", " - a", "'", ".a", "[a]"}) {
    std::string chain = "some a";
    for (int i = 0; i < 110000; ++i) chain += next;
    EXPECT_THAT(parseText("fact { " + chain + " }").messages(), HasSubstr("nested too deeply")) << next;
  }
  std::string bindings = "let a = A";
  for (int i = 0; i < 110000; ++i) bindings += ", a = a";
  EXPECT_THAT(parseText("fact { " + bindings + " | some a }").messages(), HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace aunit::parser::alloy
