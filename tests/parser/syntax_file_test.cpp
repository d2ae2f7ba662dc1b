// Paragraphs: how the parts of a file appear in the syntax tree (language reference 3).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/syntax_support.h"

namespace aunit::parser::alloy {
namespace {

using namespace syntax;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> texts(const std::vector<Name>& names) {
  std::vector<std::string> out;
  for (const Name& name : names) out.push_back(name.text);
  return out;
}

TEST(SyntaxFile, EmptyTextIsAnEmptyModule) {
  for (const char* text : {"", "  \n\t", "-- nothing", "/* nothing */"}) {
    const Parsed parsed = parseText(text);
    EXPECT_EQ(parsed.messages(), "") << text;
    EXPECT_TRUE(parsed.file->paragraphs.empty());
    EXPECT_FALSE(parsed.file->hasHeader);
  }
}

TEST(SyntaxFile, HeaderAndOpens) {
  const Parsed parsed = parseText(
      "module a / b [exactly x, y]\nopen util/ordering[this/A, Int] as ord\nprivate open c\nopen d[univ] as e\nopen f [] as g");
  EXPECT_EQ(parsed.messages(), "");
  const File& file = *parsed.file;
  EXPECT_TRUE(file.hasHeader);
  EXPECT_EQ(file.header.name.text, "a/b");
  ASSERT_EQ(file.header.parameters.size(), 2u);
  EXPECT_TRUE(file.header.parameters[0].exactly);
  EXPECT_FALSE(file.header.parameters[1].exactly);
  ASSERT_EQ(file.opens.size(), 4u);
  EXPECT_EQ(file.opens[0].target.text, "util/ordering");
  EXPECT_THAT(texts(file.opens[0].arguments), ElementsAre("this/A", "Int"));
  EXPECT_EQ(file.opens[0].alias.text, "ord");
  EXPECT_TRUE(file.opens[1].isPrivate);
  EXPECT_EQ(file.opens[1].alias.text, "");
  EXPECT_EQ(file.opens[2].alias.text, "e");
  EXPECT_TRUE(file.opens[3].arguments.empty());
}

TEST(SyntaxFile, OrderOfHeaderAndOpens) {
  EXPECT_THAT(parseText("sig A {}\nmodule m").messages(), HasSubstr("2:1 `module` must be the first"));
  EXPECT_THAT(parseText("module m module n").messages(), HasSubstr("`module` must be the first"));
  EXPECT_THAT(parseText("sig A {}\nopen b").messages(), HasSubstr("2:1 `open` must stand before"));
  EXPECT_THAT(parseText("enum E {a}\nopen b").messages(), HasSubstr("2:1 `open` must stand before"));
  EXPECT_THAT(parseText("open b[,]").messages(), HasSubstr("1:8 found `,`"));
}

TEST(SyntaxFile, Signatures) {
  const Parsed parsed = parseText(
      "var lone abstract private sig A, B extends C { , f, g: set A,, var private disj h, i: disj one B, private j = A.f, } { "
      "some f }\n"
      "some sig D in A + this/B {}\n"
      "one sig E = Int + univ {} sig F extends seq/Int {}");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<Sig>& sigs = parsed.file->sigs;
  ASSERT_EQ(sigs.size(), 4u);
  EXPECT_THAT(texts(sigs[0].names), ElementsAre("A", "B"));
  EXPECT_TRUE(sigs[0].isVar && sigs[0].isAbstract && sigs[0].isPrivate);
  EXPECT_EQ(sigs[0].multiplicity, Multiplicity::lone);
  EXPECT_EQ(sigs[0].relation, Sig::Relation::extends);
  EXPECT_THAT(texts(sigs[0].parents), ElementsAre("C"));
  ASSERT_EQ(sigs[0].fields.size(), 3u);
  EXPECT_THAT(texts(sigs[0].fields[0].names), ElementsAre("f", "g"));
  EXPECT_EQ(show(*sigs[0].fields[0].bound), "(set A)");
  EXPECT_TRUE(sigs[0].fields[1].isVar && sigs[0].fields[1].isPrivate && sigs[0].fields[1].disjointNames &&
              sigs[0].fields[1].disjointValues);
  EXPECT_EQ(show(*sigs[0].fields[1].bound), "(one B)");
  EXPECT_TRUE(sigs[0].fields[2].defined && sigs[0].fields[2].isPrivate);
  EXPECT_EQ(show(*sigs[0].appended), "(block (some f))");
  EXPECT_EQ(sigs[1].multiplicity, Multiplicity::some);
  EXPECT_EQ(sigs[1].relation, Sig::Relation::in);
  EXPECT_THAT(texts(sigs[1].parents), ElementsAre("A", "this/B"));
  EXPECT_EQ(sigs[1].appended, nullptr);
  EXPECT_EQ(sigs[2].relation, Sig::Relation::equal);
  EXPECT_THAT(texts(sigs[2].parents), ElementsAre("Int", "univ"));
  EXPECT_THAT(texts(sigs[3].parents), ElementsAre("seq/Int"));
}

TEST(SyntaxFile, SignatureErrors) {
  EXPECT_THAT(parseText("one one sig A {}").messages(), HasSubstr("1:5 `one` is said twice"));
  EXPECT_THAT(parseText("var var sig A {}").messages(), HasSubstr("`var` is said twice"));
  EXPECT_THAT(parseText("one lone sig A {}").messages(), HasSubstr("at most one of"));
  EXPECT_THAT(parseText("abstract sig A in B {}").messages(), HasSubstr("cannot be abstract"));
  EXPECT_THAT(parseText("sig A$ {}").messages(), HasSubstr("1:5 the declared name `A$` cannot contain `$`"));
  EXPECT_THAT(parseText("sig a/b {}").messages(), HasSubstr("cannot contain `/`"));
  EXPECT_THAT(parseText("sig A { var f = A }").messages(), HasSubstr("cannot be var"));
  EXPECT_THAT(parseText("sig A { disj f = A }").messages(), HasSubstr("cannot be disj"));
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
  const Parsed parsed =
      parseText("fact { a } fact f { b c } fact \"my fact\" {} assert x { a } assert \"y z\" {} private enum E { a, b }");
  EXPECT_EQ(parsed.messages(), "");
  ASSERT_EQ(parsed.file->facts.size(), 3u);
  EXPECT_EQ(parsed.file->facts[0].name.text, "");
  EXPECT_EQ(parsed.file->facts[1].name.text, "f");
  EXPECT_EQ(show(*parsed.file->facts[1].body), "(block b c)");
  EXPECT_EQ(parsed.file->facts[2].name.text, "my fact");
  ASSERT_EQ(parsed.file->assertions.size(), 2u);
  EXPECT_EQ(parsed.file->assertions[1].name.text, "y z");
  ASSERT_EQ(parsed.file->enums.size(), 1u);
  EXPECT_TRUE(parsed.file->enums[0].isPrivate);
  EXPECT_THAT(texts(parsed.file->enums[0].members), ElementsAre("a", "b"));
}

TEST(SyntaxFile, PredicatesAndFunctions) {
  const Parsed parsed = parseText(
      "pred p {} pred q[] {} pred A.r(x: A, disj y, z: set B,) { x } private pred this/A.s [x: lone A] {}\n"
      "fun f: one A { none } fun univ.g [x: A]: A -> lone B { x -> x } private fun h(): set A {{ x: A | x }}");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<Func>& funcs = parsed.file->funcs;
  ASSERT_EQ(funcs.size(), 7u);
  EXPECT_EQ(funcs[0].receiver.text, "");
  EXPECT_EQ(funcs[2].name.text, "r");
  EXPECT_EQ(funcs[2].receiver.text, "A");
  ASSERT_EQ(funcs[2].params.size(), 2u);
  EXPECT_TRUE(funcs[2].params[1].disjointNames);
  EXPECT_EQ(funcs[3].receiver.text, "this/A");
  EXPECT_TRUE(funcs[3].isPrivate && funcs[3].isPredicate);
  EXPECT_FALSE(funcs[4].isPredicate);
  EXPECT_EQ(show(*funcs[4].result), "(one A)");
  EXPECT_EQ(funcs[5].receiver.text, "univ");
  EXPECT_EQ(show(*funcs[5].result), "(->lone A B)");
  EXPECT_EQ(show(*funcs[6].body), "(block (set x:A x))");
  for (const auto& [text, message] :
       std::initializer_list<std::pair<const char*, const char*>>{{"pred p[private x: A] {}", "cannot be private"},
                                                                  {"pred p[x: disj A] {}", "cannot be disj"},
                                                                  {"pred p[x = A] {}", "not `=`"},
                                                                  {"pred univ {}", "keyword"},
                                                                  {"pred A.univ {}", "keyword"},
                                                                  {"fun f {}", "or `:`"},
                                                                  {"fact { all x: A, y = B | x }", "not `=`"}})
    EXPECT_THAT(parseText(text).messages(), HasSubstr(message)) << text;
}

TEST(SyntaxFile, Macros) {
  const Parsed parsed =
      parseText("let m = a\nlet n[x, y] = x + y\nprivate let k(x) { some x }\nlet l[] { a b }\nlet o = let z = a | z\nsig A {}");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<Macro>& macros = parsed.file->macros;
  ASSERT_EQ(macros.size(), 5u);
  EXPECT_EQ(show(*macros[0].body), "a");
  EXPECT_THAT(texts(macros[1].params), ElementsAre("x", "y"));
  EXPECT_TRUE(macros[2].isPrivate);
  EXPECT_EQ(show(*macros[2].body), "(block (some x))");
  EXPECT_EQ(show(*macros[4].body), "(let z a z)");
  EXPECT_EQ(parsed.file->sigs.size(), 1u);
}

TEST(SyntaxFile, Commands) {
  const Parsed parsed = parseText(
      "run p\nrun a b for 3\ncheck lbl { x } for 3 but 2 A, exactly 4 this/B expect 1\nrun {} for 5 Int expect 0\n"
      "lbl: run p\nlbl2: check { y } expect 7\ncheck this/q");
  EXPECT_EQ(parsed.messages(), "warning: 6:26 `expect` takes 0 (no instance) or 1 (some): 7 reads as 1");
  const std::vector<Command>& c = parsed.file->commands;
  ASSERT_EQ(c.size(), 7u);
  EXPECT_EQ(c[0].target.text, "p");
  EXPECT_EQ(c[0].label.text, "");
  EXPECT_EQ(c[0].overall, -1);
  EXPECT_EQ(c[0].expect, -1);
  EXPECT_EQ(c[1].label.text, "a");
  EXPECT_EQ(c[1].target.text, "b");
  EXPECT_EQ(c[1].overall, 3);
  EXPECT_TRUE(c[2].check);
  EXPECT_EQ(c[2].label.text, "lbl");
  EXPECT_EQ(show(*c[2].block), "(block x)");
  ASSERT_EQ(c[2].scopes.size(), 2u);
  EXPECT_EQ(c[2].scopes[0].sig.text, "A");
  EXPECT_FALSE(c[2].scopes[0].exactly);
  EXPECT_EQ(c[2].scopes[1].sig.text, "this/B");
  EXPECT_TRUE(c[2].scopes[1].exactly);
  EXPECT_EQ(c[2].expect, 1);
  EXPECT_EQ(c[3].overall, -1);
  EXPECT_EQ(c[3].scopes[0].sig.text, "Int");
  EXPECT_EQ(c[3].expect, 0);
  EXPECT_EQ(c[4].label.text, "lbl");
  EXPECT_EQ(c[4].target.text, "p");
  EXPECT_TRUE(c[5].check);
  EXPECT_EQ(c[5].label.text, "lbl2");
  EXPECT_EQ(c[5].expect, 7);
  EXPECT_EQ(c[6].target.text, "this/q");
  EXPECT_EQ(c[6].chainedTo, -1);
}

TEST(SyntaxFile, ChainedCommands) {
  const Parsed parsed = parseText("run p for 2 => run q for 3 A => check r\nrun s");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<Command>& c = parsed.file->commands;
  ASSERT_EQ(c.size(), 4u);
  EXPECT_EQ(c[0].chainedTo, -1);
  EXPECT_EQ(c[1].chainedTo, 0);
  EXPECT_EQ(c[2].chainedTo, 1);
  EXPECT_EQ(c[3].chainedTo, -1);
}

TEST(SyntaxFile, EveryFormOfScope) {
  const Parsed parsed = parseText(
      "run p for 1 A, exactly 2 B, 3..4 C, 5.. D, 6..7:8 E, 9:10 F, exactly 1..2 G, 11 int, 12 seq, 13 String, 14 steps, 1.. H");
  EXPECT_EQ(parsed.messages(), "");
  const std::vector<TypeScope>& s = parsed.file->commands.at(0).scopes;
  ASSERT_EQ(s.size(), 12u);
  const auto shape = [](const TypeScope& t) { return std::tuple(t.sig.text, t.exactly, t.start, t.range, t.end, t.increment); };
  EXPECT_EQ(shape(s[0]), std::tuple("A", false, 1, false, -1, -1));
  EXPECT_EQ(shape(s[1]), std::tuple("B", true, 2, false, -1, -1));
  EXPECT_EQ(shape(s[2]), std::tuple("C", false, 3, true, 4, -1));
  EXPECT_EQ(shape(s[3]), std::tuple("D", false, 5, true, -1, -1));
  EXPECT_EQ(shape(s[4]), std::tuple("E", false, 6, true, 7, 8));
  EXPECT_EQ(shape(s[5]), std::tuple("F", false, 9, false, -1, 10));
  EXPECT_EQ(shape(s[6]), std::tuple("G", true, 1, true, 2, -1));
  EXPECT_EQ(shape(s[7]), std::tuple("int", false, 11, false, -1, -1));
  EXPECT_EQ(shape(s[8]), std::tuple("seq", false, 12, false, -1, -1));
  EXPECT_EQ(shape(s[9]), std::tuple("String", false, 13, false, -1, -1));
  EXPECT_EQ(shape(s[10]), std::tuple("steps", false, 14, false, -1, -1));
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
                                                                  {"0 steps", "at least one step"},
                                                                  {"2.. steps", "must start at 1"},
                                                                  {"1..9:2 steps", "grows by 1"},
                                                                  {"-1 A", "negative"},
                                                                  {"5..3 A", "before it starts"}})
    EXPECT_THAT(parseText(std::string("run p for ") + scope).messages(), HasSubstr(message)) << scope;
  EXPECT_EQ(parseText("run p for 1.. steps").messages(), "");
  EXPECT_EQ(parseText("run p for 3..5 steps, 3..3 int").messages(), "");
}

TEST(SyntaxFile, ParagraphsKeepTheOrderOfTheFile) {
  const Parsed parsed = parseText("open a sig A {} fact {} let m = A run p enum E {a} pred p {} assert x {}");
  std::vector<ParagraphRef::Kind> kinds;
  for (const ParagraphRef& p : parsed.file->paragraphs) kinds.push_back(p.kind);
  using enum ParagraphRef::Kind;
  EXPECT_THAT(kinds, ElementsAre(open, sig, fact, macro, command, enum_, func, assertion));
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
  for (const std::string_view next : {" => a", " + a", "'", ".a", "[a]"}) {
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
