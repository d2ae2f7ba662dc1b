// Precedence, spellings, and the shape of files.
#include <gtest/gtest.h>

#include "tests/nitpick/support.h"

namespace aunit::parser::nitpick {
namespace {

TEST(NitpickSyntax, Precedence) {
  EXPECT_EQ(reading("Conns = Called ; Net"), "(= Conns (; Called Net))");
  EXPECT_EQ(reading("dom Conns & ran Conns = {}"), "(= (& (dom Conns) (ran Conns)) (set))");
  EXPECT_EQ(reading("Called' = Called U {p -> n}"), "(= (' Called) (U Called (set (-> p n))))");
  EXPECT_EQ(reading("Insert (n, d) ; Delete ({n}) => book' = book"), "(=> (; (Insert n d) (Delete (set n))) (= (' book) book))");
  EXPECT_EQ(reading("not n in ran Called and a or b => c <=> d"), "(<=> (=> (or (and (not (in n (ran Called))) a) b) c) d)");
  EXPECT_EQ(reading("fun Conns~ and inj P+"), "(and (fun (~ Conns)) (inj (+ P)))");
  EXPECT_EQ(reading("ns <; book = ns <: book U r"), "(= (<; ns book) (U (<: ns book) r))");
  EXPECT_EQ(reading("P ; Q U R"), "(U (; P Q) R)");
  EXPECT_EQ(reading("a => b => c"), "(=> a (=> b c))");
  EXPECT_EQ(reading("P \\ Q U R"), "(U (\\ P Q) R)");
  EXPECT_EQ(reading("f.g.x"), "(. f (. g x))");
  EXPECT_EQ(reading("dom f.{x}"), "(dom (. f (set x)))");
  EXPECT_EQ(reading("P (+) Q & R"), "(& ((+) P Q) R)");
  EXPECT_EQ(reading("x not in s"), "(!: x s)");
  EXPECT_EQ(reading("(a, b) in R"), "(in (-> a b) R)");
}

TEST(NitpickSyntax, SignsOfMathematicsReadAsTheirSpelling) {
  EXPECT_EQ(reading("P ∪ Q ∩ R ∖ S ⊆ T"), reading("P U Q & R \\ S <= T"));
  EXPECT_EQ(reading("x ∈ s ∧ ¬ y ∉ s ∨ P ⊂ Q"), reading("x in s and not y !: s or P < Q"));
  EXPECT_EQ(reading("a ⇒ b ⇔ c"), reading("a => b <=> c"));
  EXPECT_EQ(reading("s ◁ P ▷ t"), reading("s <: P >: t"));
  EXPECT_EQ(reading("s ⩤ P ⩥ t"), reading("s <; P >; t"));
  EXPECT_EQ(reading("P ⊕ {a → b} = ∅"), reading("P (+) {a -> b} = {}"));
  EXPECT_EQ(reading("f·x ≠ y"), reading("f.x != y"));
  EXPECT_EQ(reading("Conns˜ = Conns∼"), reading("Conns~ = Conns~"));
  EXPECT_EQ(reading("P? = P⋆"), reading("P* = P*"));
  EXPECT_EQ(reading("P⁺ = P"), reading("P+ = P"));
}

TEST(NitpickSyntax, PrimesOfAllKinds) {
  for (const char* prime : {"'", "’", "‘", "′", "´"})
    EXPECT_EQ(reading(std::string("book") + prime + " = book"), "(= (' book) book)") << prime;
}

TEST(NitpickSyntax, FormulasOnLinesOfTheirOwnAreConjoined) {
  // A parenthesis at the beginning of a line begins a formula rather than arguments.
  EXPECT_EQ(errorsOf("[T]\nS = [ a, b: set T |\n a = b\n (a <= b)\n not (a < b) not (b < a) ]"), "");
  EXPECT_EQ(errorsOf("[T]\nS = [ a, b: set T | a = b (a <= b) ]"),
            "2:21 both sides must have the same type, but `a` is a set of T and `b (a <= b)` is a formula\n"
            "2:25 `b` is not a schema, so it cannot have arguments / Begin a new line before a formula that begins with a "
            "parenthesis.");
}

TEST(NitpickSyntax, Comments) {
  EXPECT_EQ(errorsOf("/* one\n * two **/ [T] // rest\n-- more\nS = [ x: T /* | */ | x = x ]"), "");
  for (const char* open : {"/* never closed", "/* never closed /", "/*/", "/* * /"})
    EXPECT_EQ(errorsOf(std::string("[T]\n") + open), "2:1 this comment is not closed: `*/` is missing");
}

TEST(NitpickSyntax, EmptyTextsAreModels) {
  EXPECT_EQ(errorsOf(""), "");
  EXPECT_EQ(errorsOf("[T]\nS = []\nC :: [ | ]"), "");
}

TEST(NitpickSyntax, EachParagraphReportsItsFirstError) {
  EXPECT_EQ(errorsOf("[T, ]\nS = [ x: T | x = = x ]\nGood = [ y: T ]\nBad (p: ) = [ Good ]\n"),
            "1:5 unexpected `]`\n2:18 unexpected `=`\n4:9 unexpected `)`");
  EXPECT_EQ(errorsOf("[T]\nS = [ x: T | x = x"),
            "2:19 unexpected end of file / `]` is missing before the marked text, or `|` is missing between the declarations and "
            "the formulas of the "
            "schema.");
  EXPECT_EQ(errorsOf("[T]\nS = [ x: set T x = {} ]"),
            "2:18 unexpected `=` / `]` is missing before the marked text, or `|` is missing between the declarations and the "
            "formulas of the "
            "schema.");
}

TEST(NitpickSyntax, CharactersWithoutMeaning) {
  EXPECT_EQ(errorsOf("[T]\nS = [ x: set T | x - x = {} ]"),
            "2:20 the character `-` has no meaning here / The difference of two sets is written `\\`.");
}

TEST(NitpickSyntax, LettersOfAllScriptsMakeNames) {
  EXPECT_EQ(errorsOf("[Straße, Ω]\nS = [ größe: Straße; λ2: set Ω; 番号: Straße <-> Straße | 番号˜ ∪ 番号´˜ = 番号⁺˜ ]"), "");
}

TEST(NitpickSyntax, DeepNestingIsAnErrorNotACrash) {
  const std::string deep(20000, '(');
  EXPECT_NE(errorsOf("[T]\nS = [ x: T | " + deep + "x").find("nested too deeply"), std::string::npos);
  std::string calls = "[T]\nB (x: T) = [ | x = x ]\nC (x: T) :: ";
  for (int i = 0; i < 50000; ++i) calls += "B(";
  EXPECT_NE(errorsOf(calls).find("nested too deeply"), std::string::npos);
  const auto chain = [](int operators) {
    std::string text = "[T]\nS = [ x: set T | x";
    for (int i = 0; i < operators; ++i) text += " U x";
    return text + " = x ]";
  };
  EXPECT_EQ(errorsOf(chain(1000)), "");
  EXPECT_NE(errorsOf(chain(100000)).find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace aunit::parser::nitpick
