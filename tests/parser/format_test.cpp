// Formatting of Alloy texts.
#include <filesystem>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/alloy/tokens/scanner.h"
#include "parser/format.h"
#include "parser/front_end.h"
#include "support/files.h"
#include "tests/folders.h"
#include "tests/parser/print.h"
#include "tests/parser/syntax_support.h"
#include "tests/public_models.h"
#include "tests/recorded.h"

namespace aunit::parser::alloy {
namespace {

std::string laidOut(std::string_view text) {
  return formatted("m.als", text).value_or("nothing");
}

TEST(Format, BlanksAndIndentation) {
  EXPECT_EQ(laidOut("sig A{f :set A ,g: one A}\n"
                    "fact{ all x:A|some x.f=>x.g=x\n"
                    "}\n"
                    "pred p[ a : A,b:A ]{\n"
                    "\ta in b.^f\n"
                    "\t\t+ b\n"
                    "  some { x:A |x!=a\n"
                    "   } }\n"),
            "sig A { f: set A, g: one A }\n"
            "fact { all x: A | some x.f => x.g = x\n"
            "}\n"
            "pred p[a: A, b: A] {\n"
            "  a in b.^f\n"
            "      + b\n"
            "  some { x: A | x != a\n"
            "} }\n");
}

TEST(Format, OperatorsInsideOfFormulas) {
  EXPECT_EQ(laidOut("fact{a.f&&no g  or x:>r!in  s<:t++u\n"
                    "# A>1 and x . f - 1=2-1 and { -1 } in A-B\n"
                    "foo [x] ;! some x&&x ! in y&&not(x)\n"
                    "x not= y&&A->B in C ->D  some  z\n"
                    "}\n"
                    "pred p [a: A]{ a.q [b]}\n"),
            "fact { a.f && no g or x :> r !in s <: t ++ u\n"
            "  #A > 1 and x.f - 1 = 2 - 1 and { -1 } in A - B\n"
            "  foo[x]; !some x && x !in y && not (x)\n"
            "  x not = y && A->B in C -> D  some  z\n"
            "}\n"
            "pred p [a: A] { a.q[b] }\n");
}

TEST(Format, FieldsStandInColumns) {
  EXPECT_EQ(laidOut("sig A {\n"
                    "f:set A, // one\n"
                    "var longer,g  :A one->B,\n"
                    "// two\n"
                    "h: A ->\n"
                    "     B,    -- a\n"
                    "ää: B,     -- b\n"
                    "\n"
                    "i: A, j: B,\n"
                    "kl: { a: A, b: B } ,\n"
                    "k: A }\n"),
            "sig A {\n"
            "  f:             set A, // one\n"
            "  var longer, g: A one -> B,\n"
            "  // two\n"
            "  h:  A ->\n"
            "       B,    -- a\n"
            "  ää: B,     -- b\n"
            "\n"
            "  i: A, j: B,\n"
            "  kl: { a: A, b: B },\n"
            "  k:  A }\n");
}

TEST(Format, ColumnsOfEquationsStay) {
  const std::string text =
      "fact {\n"
      "  f'   = f    // one\n"
      "  gg'  = g    // two\n"
      "  always {\n"
      "    x in y    // three\n"
      "  }\n"
      "}\n";
  EXPECT_EQ(laidOut(text), text);
  EXPECT_EQ(laidOut("fact {\n  f   = g\n  some   = h\n}\n"), "fact {\n  f = g\n  some = h\n}\n");
}

TEST(Format, SpellingOfOperators) {
  const std::string words = "fact { not a in b and c not in d or x != y implies not not p iff (not q) }\n";
  const std::string symbols = "fact { !a in b && c !in d || x != y => !!p <=> (!q) }\n";
  EXPECT_EQ(formatted("m.als", words, OperatorStyle::symbols), symbols);
  EXPECT_EQ(formatted("m.als", symbols, OperatorStyle::words), words);
  EXPECT_EQ(formatted("m.als", "fact{(a)and(b)||!c&&d}\n", OperatorStyle::words), "fact { (a) and (b) or not c and d }\n");
  EXPECT_EQ(formatted("m.als", "fact{x not=y}\n", OperatorStyle::words), "fact { x != y }\n");
  EXPECT_EQ(formatted("d.md", "---\n---\na and b\n```alloy\nfact{a and b}\n```\n", OperatorStyle::symbols),
            "---\n---\na and b\n```alloy\nfact { a && b }\n```\n");
  EXPECT_EQ(formatted("m.als", words, OperatorStyle::keep), words);
}

TEST(Format, CommentsAndEmptyLinesStay) {
  EXPECT_EQ(laidOut("\n\n-- one  \n\n\n\n/* two\n     lines   \n*/ sig A {}   // end  \n\n"),
            "-- one\n\n/* two\n     lines\n*/ sig A {}   // end\n");
  EXPECT_EQ(laidOut(""), "");
  EXPECT_EQ(laidOut("  \n"), "");
}

TEST(Format, WhatPeopleAlignedStays) {
  const std::string text =
      "val a   { A = X   f = X->Y\n"
      "          g = Y->X }\n"
      "val bcd { }\n"
      "fact { all x: A |\n"
      "  some x }\n";
  EXPECT_EQ(laidOut(text), text);
  EXPECT_EQ(laidOut("val a{A=X\n      f=Y }\n"), "val a { A = X\n        f = Y }\n");
}

TEST(Format, SignsThatBlanksKeepApartStaySo) {
  EXPECT_EQ(formatted("m.als", "run { a < : b }"), std::nullopt);
  EXPECT_EQ(formatted("m.als", "run { \"a } "), std::nullopt);
  EXPECT_EQ(formatted("m.als", "/* open"), std::nullopt);
}

TEST(Format, ComprehensionsBehindSigns) {
  EXPECT_EQ(laidOut("fact{#{ x: A|some x }=1 and some ~{ x, y: A|x=y }}\n"),
            "fact { #{ x: A | some x } = 1 and some ~{ x, y: A | x = y } }\n");
}

TEST(Format, BracketsThatDoNotMatch) {
  EXPECT_EQ(laidOut(")]}\n}{[(\nx"), ")] }\n} { [(\n  x\n");
}

TEST(Format, NitpickSchemas) {
  const std::string text =
      "[Ph,Num]\n"
      "/* one */\n"
      "S=[\n"
      "    f:Ph<->Num   -- two\n"
      "  const g :Num->Ph\n"
      "  |\n"
      "f= g  ;f'\n"
      "]\n"
      "T (p:Ph ;n : Num) = [S|f' = f U {p -> n}]\n"
      "C::T( p,n )=>f<=∅\n";
  const std::string once =
      "[Ph, Num]\n"
      "/* one */\n"
      "S = [\n"
      "  f: Ph<->Num   -- two\n"
      "  const g: Num->Ph\n"
      "|\n"
      "  f = g  ;f'\n"
      "]\n"
      "T (p: Ph ;n: Num) = [S | f' = f U {p -> n}]\n"
      "C :: T(p, n) => f <= ∅\n";
  EXPECT_EQ(formatted("s.np", text), once);
  EXPECT_EQ(formatted("s.np", once), once);
  EXPECT_EQ(formatted("s.np", "S = [ \"a ]"), std::nullopt);
}

TEST(Format, Programs) {
  const std::string text =
      "program P // one\n"
      "var x[0..1]:0..3=0\n"
      "process A[ i : 0..1 ]{\n"
      "  start:  x[i]:=1\n"
      "          while x[i]<3 {\n"
      "      x[i] := x[i]+1 ;skip\n"
      "  go: skip\n"
      "          }\n"
      "}\n"
      "/* two */ invariant I: all i: 0..1|x[i]<=3\n";
  const std::string once =
      "program P // one\n"
      "var x[0..1]: 0..3 = 0\n"
      "process A[i: 0..1] {\n"
      "  start:  x[i] := 1\n"
      "          while x[i] < 3 {\n"
      "            x[i] := x[i]+1; skip\n"
      "        go: skip\n"
      "          }\n"
      "}\n"
      "/* two */ invariant I: all i: 0..1 | x[i] <= 3\n";
  EXPECT_EQ(formatted("p.prog", text), once);
  EXPECT_EQ(formatted("p.prog", once), once);
}

TEST(Format, BlocksOfDocuments) {
  EXPECT_EQ(formatted("d.md", "---\n---\n a  b{\n```alloy\nsig A{}\n```\n```\nsig B{}\n```\n```alloy\nsig \"x\n```\n"),
            "---\n---\n a  b{\n```alloy\nsig A {}\n```\n```\nsig B{}\n```\n```alloy\nsig \"x\n```\n");
}

/// The text of a file with all blanks removed.
std::string withoutBlanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

// Formatting keeps the meaning of each example in another language, and formatting again changes nothing.
TEST(Format, KeepsSchemasAndPrograms) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourceFolder() + "/specs")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".np") && !path.ends_with(".prog") && !path.ends_with(".md")) continue;
    std::string error;
    const std::string text = support::readFile(path, error).value_or("");
    const auto once = formatted(path, text);
    ASSERT_TRUE(once) << path;
    ++files;
    EXPECT_EQ(formatted(path, *once), once) << path;
    EXPECT_EQ(withoutBlanks(*once), withoutBlanks(text)) << path;
    const auto before = parser::loadText(path, text), after = parser::loadText(path, *once);
    EXPECT_EQ(before->diagnostics.all().size(), after->diagnostics.all().size()) << path;
    EXPECT_EQ(before->uses.size(), after->uses.size()) << path;
  }
  EXPECT_GT(files, 15u);
}

/// The comments of a text in their order, without blanks.
std::vector<std::string> commentsOf(std::string_view text) {
  std::vector<std::string> comments;
  Scanner scanner(text);
  for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next())
    if (token.type == TokenType::EMPTY_COMMENT || token.type == TokenType::LINE_COMMENT || token.type == TokenType::BLOCK_COMMENT)
      comments.push_back(withoutBlanks(std::string(text.substr(token.begin, token.end - token.begin))));
  return comments;
}

// Formatting keeps the meaning of each file of the conformance set, in each spelling, with its original blanks and with as few
// blanks as possible. Formatting again changes nothing.
TEST(Format, KeepsWhatModelsSay) {
  const std::vector<std::string> paths = tests::publicModels({"conformance", "field/found"}, {".als", ".aunit"});
  if (paths.empty()) GTEST_SKIP() << sharedFolder() << " is not there";
  std::size_t files = 0;
  for (const std::string& path : paths) {
    std::string error;
    const std::string text = support::readFile(path, error).value_or("");
    const ParsedFile before = parseText(text, {}, path);
    const std::pair<std::string, OperatorStyle> variants[] = {
        {text, OperatorStyle::keep}, {text, OperatorStyle::symbols}, {withFewestBlanks(text), OperatorStyle::words}};
    for (const auto& [written, style] : variants) {
      const auto once = formatted(path, written, style);
      if (!once || text.empty()) continue;
      ++files;
      EXPECT_EQ(formatted(path, *once, style), once) << path;
      EXPECT_EQ(commentsOf(*once), commentsOf(text)) << path;
      EXPECT_EQ(print(*parseText(*once, {}, path).file), print(*before.file)) << path;
    }
  }
  EXPECT_GT(files, 400u * 3);
}

}  // namespace
}  // namespace aunit::parser::alloy
