// Parsing of expressions: precedence, associativity, desugaring (language reference 2 to 5).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/syntax_support.h"

namespace aunit::parser::alloy {
namespace {

using testing::HasSubstr;

struct ExpectedTree {
  const char* text;
  const char* tree;
};

void expectReadings(std::initializer_list<ExpectedTree> readings) {
  for (const auto& [text, tree] : readings) EXPECT_EQ(reading(text), tree) << text;
}

TEST(SyntaxExpression, EveryBinaryLevelBindsTighterThanTheOneBefore) {
  // From the weakest binding to the strongest. Each operator is tried as left and as right operand of the one before it.
  const char* const operators[] = {"or",      "iff", "=>", "and", "until", "in", "<<", "+",
                                   "fun/mul", "++",  "&",  "->",  "<:",    ":>", "."};
  for (std::size_t i = 0; i + 1 < std::size(operators); ++i) {
    const std::string loose = operators[i], tight = operators[i + 1];
    EXPECT_EQ(reading("a " + loose + " b " + tight + " c"), "(" + loose + " a (" + tight + " b c))");
    EXPECT_EQ(reading("a " + tight + " b " + loose + " c"), "(" + loose + " (" + tight + " a b) c)");
  }
}

TEST(SyntaxExpression, Associativity) {
  for (const std::string op :
       {"or", "iff", "and", "until", "since",   "releases", "triggered", "in",      "=",       "<",  ">", "=<", ">=", "<<",
        ">>", ">>>", "+",   "-",     "fun/add", "fun/sub",  "fun/mul",   "fun/div", "fun/rem", "++", "&", "<:", ":>", "."})
    EXPECT_EQ(reading("a " + op + " b " + op + " c"), "(" + op + " (" + op + " a b) c)");
  for (const std::string op : {"=>", "->"}) EXPECT_EQ(reading("a " + op + " b " + op + " c"), "(" + op + " a (" + op + " b c))");
}

TEST(SyntaxExpression, SequenceIsConjunctionWithAfter) {
  expectReadings({{"a ; b", "(and a (after b))"},
                  {"a ; b ; c", "(and a (after (and b (after c))))"},
                  {"all x: a | b ; c", "(and (all x:a b) (after c))"},
                  {"let x = a | b ; c", "(and (let x a b) (after c))"},
                  {"{ a ; b c }", "(block (and a (after b)) c)"},
                  {"{ a b ; c }", "(block a (and b (after c)))"},
                  {"{ a b c }", "(block a b c)"}});
}

TEST(SyntaxExpression, Implications) {
  expectReadings({{"a => b => c", "(=> a (=> b c))"},
                  {"a => b else c", "(if a b c)"},
                  {"a => b => c else d", "(=> a (if b c d))"},
                  {"a => b => c else d else e", "(if a (if b c d) e)"},
                  {"a => b else c => d else e", "(if a b (if c d e))"},
                  {"a => b else c => d", "(if a b (=> c d))"},
                  {"a => b <=> c", "(iff (=> a b) c)"},
                  {"a <=> b => c", "(iff a (=> b c))"},
                  {"a implies b iff c", "(iff (=> a b) c)"},
                  {"a or b <=> c", "(or a (iff b c))"},
                  {"a and b => c and d else e or f", "(or (if (and a b) (and c d) e) f)"}});
  EXPECT_THAT(reading("a else b"), HasSubstr("`else` has no `=>`"));
  EXPECT_THAT(reading("a => b else c else d"), HasSubstr("`else` has no `=>`"));
}

TEST(SyntaxExpression, PrefixOperators) {
  expectReadings({{"not a until b", "(until (not a) b)"},
                  {"a and b until c", "(and a (until b c))"},
                  {"not a in b", "(not (in a b))"},
                  {"not not a", "(not (not a))"},
                  {"always eventually ! a", "(always (eventually (not a)))"},
                  {"some a = b", "(= (some a) b)"},
                  {"no a in b", "(in (no a) b)"},
                  {"some a + b", "(some (+ a b))"},
                  {"#a + b", "(+ (# a) b)"},
                  {"sum 1+2", "(+ (sum 1) 2)"},
                  {"#a ++ b", "(# (++ a b))"},
                  {"#a.b", "(# (. a b))"},
                  {"int a + b", "(+ (int a) b)"},
                  {"# # a", "(# (# a))"},
                  {"a fun/mul #b", "(fun/mul a (# b))"},
                  {"a = #b", "(= a (# b))"},
                  {"~a.b", "(. (~ a) b)"},
                  {"~^*a", "(~ (^ (* a)))"}});
  for (const char* text :
       {"a in one b", "a + some b", "a & #b", "a.#b", "~some a", "# not a", "some no a", "a = not b", "a + b = always c"})
    EXPECT_THAT(reading(text), HasSubstr("parentheses are needed")) << text;
}

TEST(SyntaxExpression, Primes) {
  expectReadings({{"~a'", "(' (~ a))"},
                  {"a.b'", "(. a (' b))"},
                  {"a''", "(' (' a))"},
                  {"(a[b])'", "(' ([] a b))"},
                  {"a'[b]", "([] (' a) b)"},
                  {"a\u2019 = a\u2018", "(= (' a) (' a))"},
                  {"(a.b)'", "(' (. a b))"},
                  {"{x: a | b}'", "(' (set x:a b))"}});
  EXPECT_THAT(reading("a[b]'"), HasSubstr("a prime cannot follow"));
  EXPECT_THAT(reading("disj[a]'"), HasSubstr("a prime cannot follow"));
}

TEST(SyntaxExpression, Joins) {
  expectReadings({{"a.b[c]", "([] (. a b) c)"},
                  {"a[b].c", "(. ([] a b) c)"},
                  {"a[b][c]", "([] ([] a b) c)"},
                  {"a[b,c]", "([] a b c)"},
                  {"a[]", "([] a)"},
                  {"a::b", "(. a b)"},
                  {"a.~b", "(. a (~ b))"},
                  {"a.int", "(. a int)"},
                  {"a.sum", "(. a sum)"},
                  {"int[a]", "([] int a)"},
                  {"sum[a]", "([] sum a)"},
                  {"disj[a,b]", "([] disj a b)"},
                  {"a.disj[b]", "([] (. a disj) b)"},
                  {"pred/totalOrder[a,b,c]", "([] pred/totalOrder a b c)"},
                  {"a.pred / totalOrder[b]", "([] (. a pred/totalOrder) b)"},
                  {"a <: b :> c", "(<: a (:> b c))"},
                  {"a :> b <: c", "(<: (:> a b) c)"},
                  {"{ a (b) {c} }", "(block a b (block c))"}});
}

TEST(SyntaxExpression, Arrows) {
  expectReadings({{"A -> lone B -> one C", "(->lone A (->one B C))"},
                  {"A one -> some B", "(one->some A B)"},
                  {"A some->some B", "(some->some A B)"},
                  {"A set -> set B", "(-> A B)"},
                  {"a -> b & c", "(& (-> a b) c)"},
                  {"a + b ++ c", "(+ a (++ b c))"}});
}

TEST(SyntaxExpression, BindersAreOpenEndedRightOperands) {
  expectReadings({{"a and all x: b | c and d", "(and a (all x:b (and c d)))"},
                  {"a or some x: b | c or d", "(or a (some x:b (or c d)))"},
                  {"not some x: a | b and c", "(not (some x:a (and b c)))"},
                  {"a => some x: b | c", "(=> a (some x:b c))"},
                  {"a => b else some x: c | d", "(if a b (some x:c d))"},
                  {"# sum x: a | b", "(# (sum x:a b))"},
                  {"a + sum x: b | c + d", "(+ a (sum x:b (+ c d)))"},
                  {"a.let x = b | c", "(. a (let x b c))"},
                  {"all x: a { b }", "(all x:a (block b))"},
                  {"all x: a {b} ; c", "(and (all x:a (block b)) (after c))"},
                  {"{ all x: a {b} {c} }", "(block (all x:a (block b)) (block c))"},
                  {"all x: a | some y: b | c", "(all x:a (some y:b c))"},
                  {"let a = b, c = d | e", "(let a b (let c d e))"},
                  {"let a = b { c }", "(let a b (block c))"},
                  {"all disj x, y: a, z: set b | c", "(all disj x,y:a z:(set b) c)"},
                  {"some x: one y, z: lone w | a", "(some x:(one y) z:(lone w) a)"},
                  {"sum x: a | x", "(sum x:a x)"},
                  {"no x: a | b", "(no x:a b)"},
                  {"no x.a", "(no (. x a))"},
                  {"lone x, y: a | b", "(lone x,y:a b)"}});
  EXPECT_THAT(reading("all x: a { b } and c"), HasSubstr("closing brace"));
  EXPECT_THAT(reading("(all x: a { b }) and c"), "(and (all x:a (block b)) c)");
  EXPECT_THAT(reading("a => some x: b | c else d"), HasSubstr("`else` cannot follow a quantified formula"));
  EXPECT_THAT(reading("a => (some x: b | c) else d"), "(if a (some x:b c) d)");
  EXPECT_THAT(reading("all x: a b"), HasSubstr("`|` is missing before `b`"));
  EXPECT_THAT(reading("all x: disj a | b"), "(all x:disj a b)");
}

TEST(SyntaxExpression, Comprehensions) {
  expectReadings({{"{x: a | b}", "(set x:a b)"},
                  {"{x, y: a, z: b}", "(set x,y:a z:b)"},
                  {"{x: a {b}}", "(set x:a (block b))"},
                  {"{disj x, y: a | b}", "(set disj x,y:a b)"},
                  {"{x: a | b ; c}", "(set x:a (and b (after c)))"},
                  {"{}", "{}"},
                  {"{x}", "(block x)"}});
}

TEST(SyntaxExpression, Comparisons) {
  expectReadings({{"a !in b", "(!in a b)"},
                  {"a not in b", "(!in a b)"},
                  {"a ! /* c */ = b", "(!= a b)"},
                  {"a != b", "(!= a b)"},
                  {"a !< b", "(!< a b)"},
                  {"a not =< b", "(!=< a b)"},
                  {"a <= b", "(=< a b)"},
                  {"a =< b", "(=< a b)"},
                  {"a !>= b", "(!>= a b)"},
                  {"a = b = c", "(= (= a b) c)"}});
}

TEST(SyntaxExpression, NegativeLiterals) {
  expectReadings({{"a -3", "(- a 3)"},
                  {"a = -3", "(= a -3)"},
                  {"x[-3]", "([] x -3)"},
                  {"a + - 3", "(+ a -3)"},
                  {"(a) -3", "(- a 3)"},
                  {"none - 3", "(- none 3)"},
                  {"fun/max -1", "(- fun/max 1)"},
                  {"a/b -1", "(- a/b 1)"},
                  {"-1", "-1"},
                  {"#a -1", "(- (# a) 1)"}});
}

TEST(SyntaxExpression, PrimaryExpressions) {
  expectReadings({{"this", "this"},
                  {"iden", "iden"},
                  {"univ", "univ"},
                  {"Int", "Int"},
                  {"seq/Int", "seq/Int"},
                  {"seq / Int", "seq/Int"},
                  {"String", "String"},
                  {"steps", "steps"},
                  {"none", "none"},
                  {"this/a", "this/a"},
                  {"a / b /*c*/ / c", "a/b/c"},
                  {"seq/first", "seq/first"},
                  {"@a", "@a"},
                  {"@this/a", "@this/a"},
                  {"\"a b\"", "\"a b\""},
                  {"fun / max", "fun/max"},
                  {"fun/next", "fun/next"},
                  {"A$0", "A$0"},
                  {"sig$", "sig$"},
                  {"0x1F", "31"},
                  {"0x_01_fF", "511"},
                  {"0b101", "5"},
                  {"007", "7"},
                  {"2147483647", "2147483647"},
                  {"A\" + \u03A9 + \u00F1 + _x", "(+ (+ (+ A\" \u03A9) \u00F1) _x)"}});
  EXPECT_THAT(reading("@a$b"), HasSubstr("cannot contain `$`"));
  EXPECT_THAT(reading("2147483648"), HasSubstr("too large"));
  EXPECT_THAT(reading("pred/foo[a]"), HasSubstr("no built-in predicate `pred/foo`"));
  EXPECT_THAT(reading("a fun/foo b"), HasSubstr("no built-in function `fun/foo`"));
}

TEST(SyntaxExpression, SpansAreExact) {
  const std::string text = "all x: A |  (x.f[ y ])' + x.~g in ^h -> lone B";
  ParsedFile parsed;
  syntax::File holder;
  const model::FileId id = addSource(parsed.sources, "prompt", text, parsed.diagnostics);
  const syntax::ExprPtr all = parseExpression(parsed.sources, id, {}, parsed.diagnostics, holder);
  ASSERT_TRUE(all);
  std::vector<std::string> texts;
  const auto collect = [&](const auto& self, const syntax::Expr& e) -> void {
    texts.emplace_back(parsed.sources.text(e.span.in(0)));
    for (const syntax::Decl& d : e.decls) self(self, *d.bound);
    for (const syntax::ExprPtr child : e.children) self(self, *child);
  };
  collect(collect, *all);
  EXPECT_THAT(texts,
              testing::ElementsAre(text, "A", "(x.f[ y ])' + x.~g in ^h -> lone B", "(x.f[ y ])' + x.~g", "(x.f[ y ])'",
                                   "(x.f[ y ])", "x.f", "x", "f", "y", "x.~g", "x", "~g", "g", "^h -> lone B", "^h", "h", "B"));
}

}  // namespace
}  // namespace aunit::parser::alloy
