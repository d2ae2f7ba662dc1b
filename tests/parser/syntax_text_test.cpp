// From bytes to tokens: encodings, line breaks, literate files, comments, numbers and strings (language reference 1).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/syntax_support.h"

namespace aunit::parser::alloy {
namespace {

using testing::HasSubstr;

std::string textOf(std::string text, std::string path = "a.als") {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  const model::FileId file = addSource(sources, std::move(path), std::move(text), diagnostics);
  return file == model::noFile ? "error: " + diagnostics.all().at(0).message : sources.file(file).text();
}

TEST(SyntaxText, LineBreaksAndControlCharacters) {
  EXPECT_EQ(textOf("a\r\nb\rc\nd\r\r\n"), "a\nb\nc\nd\n\n");
  EXPECT_EQ(textOf(std::string("a\0b\x01\x1f\tc\f", 8)), "a b  \tc\f");
  EXPECT_EQ(textOf("\xEF\xBB\xBFsig A {}"), "sig A {}");
}

TEST(SyntaxText, OnlyUtf8IsRead) {
  EXPECT_EQ(textOf("\xC3\xB1 \xE2\x80\x99 \xF0\x9F\x98\x80"), "\xC3\xB1 \xE2\x80\x99 \xF0\x9F\x98\x80");
  EXPECT_EQ(textOf("ab\ncd\xFF"), "error: a.als: byte 5 (0xFF, line 2) is not UTF-8");
  for (const char* bad :
       {"\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF0\x80\x80\x80", "\x80", "\xE2\x80"})
    EXPECT_THAT(textOf(bad), HasSubstr("byte 0 ")) << bad;
}

TEST(SyntaxText, TooLargeFilesAreRefused) {
  EXPECT_THAT(textOf(std::string(50 << 20, ' ')), HasSubstr("the file has 50 MB; at most 16 MB can be read"));
  EXPECT_THAT(parseText(std::string(5 << 20, ';')).messages(),
              HasSubstr("the file is too large: more than 4000000 words and signs"));
}

TEST(SyntaxText, LiterateFilesKeepTheirPlaces) {
  const std::string document =
      "---\ntitle: sig X {}\n---\n# Text\n```alloy\nsig A {}\n  sig B {}\n``` end\nsig C {}\n``` alloy\nsig D "
      "{}\n```\n```alloy\nsig E {}\n";
  const auto blanks = [](std::size_t count) { return std::string(count, ' ') + '\n'; };
  EXPECT_EQ(textOf(document, "a.md"), blanks(3) + blanks(15) + blanks(3) + blanks(6) + blanks(8) + "sig A {}\n  sig B {}\n" +
                                          blanks(7) + blanks(8) + blanks(9) + blanks(8) + blanks(3) + blanks(8) + "sig E {}\n");
  EXPECT_EQ(textOf(document, "a.als"), textOf(document, "a.MD"));  // the first line decides as well as the extension
  EXPECT_EQ(textOf("sig A {}", "a.als"), "sig A {}");
  EXPECT_EQ(textOf("sig A {}", "a.md"), "        ");
}

TEST(SyntaxText, LiterateFilesKeepTheirProse) {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  const std::string document = "---\n---\nÄ text\n```alloy\nsig A {}\n```\n";
  const model::SourceFile& file = sources.file(addSource(sources, "a.md", document, diagnostics));
  EXPECT_EQ(file.document(), document);
  EXPECT_EQ(file.line(3), "Ä text");
  EXPECT_EQ(file.position(static_cast<std::uint32_t>(document.find("text"))), (model::Position{3, 3}));
  EXPECT_EQ(file.document().find("sig A"), file.text().find("sig A"));
}

TEST(SyntaxText, LiterateFilesWithoutFrontMatterAreReadWithAWarning) {
  const ParsedFile parsed = parseText("# Text\n```alloy\nsig A {}\nsig\n```\n", {}, "a.md");
  EXPECT_EQ(parsed.file->sigs.size(), 1u);
  EXPECT_EQ(
      parsed.messages(),
      "6:1 the file ends here; expected a name\nwarning: 1:1 this document does not begin with front matter (a line `---`)");
  EXPECT_THAT(parseText("---\n---\n```alloy\nsig A {}\n", {}, "a.md").messages(),
              "warning: 1:1 the last Alloy block is not closed by a line \"```\"");
  EXPECT_EQ(parseText("---\r\n---\r\n```alloy\r\nsig A {}\r\n```\r\n", {}, "a.md").messages(), "");
}

TEST(SyntaxText, Comments) {
  EXPECT_EQ(parseText("-- a\n// b\n/* c\n * d */ /** e */ sig A {} -- f").messages(), "");
  EXPECT_EQ(parseText("/* a /* b */ sig A {}").file->sigs.size(), 1u);
  EXPECT_EQ(reading("a--b"), "a");
  EXPECT_EQ(parseText("sig A {} /* b").messages(), "1:10 this comment is not closed: `*/` is missing");
  EXPECT_EQ(parseText("/*/ sig A {}").messages(), "1:1 this comment is not closed: `*/` is missing");
}

TEST(SyntaxText, EmptyCommentsWarnOnce) {
  const ParsedFile parsed = parseText("/**/ sig A {} /**/ sig B {} /* */");
  EXPECT_EQ(parsed.file->sigs.size(), 2u);
  EXPECT_EQ(parsed.messages(), "warning: 1:1 `/**/` is read as an empty comment here");
}

TEST(SyntaxText, LexicalErrorsHaveWordsAndNoConsequences) {
  for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"fact { x = 1_000 }", "1:12 `1_000` is not a number: decimal digits cannot be grouped with `_`"},
           {"fact { x = 0x123 }", "1:12 `0x123` is not a number: hexadecimal digits come in pairs"},
           {"fact { x = 5abc }", "1:12 `5abc` is neither a number nor a name: names do not begin with a digit"},
           {"fact { x = 0b_ }", "1:12 `0b_` has no digits"},
           {"fact { x = 9999999999 }", "1:12 the number 9999999999 is too large: the largest is 2147483647"},
           {"fact { x = \"\" }", "1:12 the empty string is not allowed"},
           {"fact { x = \"abc }\n", "1:12 this string is not closed on its line"},
           {"fact { x = \" }", "1:12 this string is not closed on its line"},
           {"fact { x = \"a\\tb\" }", "1:12 this string has an unknown escape: only \\n, \\\\ and \\\" exist"},
           {"fact { x = \"a\"b }", "1:12 a blank is missing between the closing quote and the name"},
           {"fact { a ? b }", "1:10 the character `?` (U+003F) has no meaning here"},
           {"fact { a \u2227 b }", "1:10 the character `\u2227` (U+2227) has no meaning here"},
           {"fact { a \U0001F600 b }", "1:10 the character `\U0001F600` (U+1F600) has no meaning here"}})
    EXPECT_EQ(parseText(text).messages(), message) << text;
}

TEST(SyntaxText, NamesOfManyLetters) {
  for (const char* name : {"A\"", "\u03A9", "\u00F1", "_x", "a1", "\u4E2D\u6587", "\U00020000", "t\""})
    EXPECT_EQ(parseText(std::string("sig ") + name + " {}").messages(), "") << name;
}

TEST(SyntaxText, Alloy5ReadsPrimesAndNewKeywordsAsNames) {
  ParseOptions alloy5;
  alloy5.dialect = Dialect::alloy5;
  alloy5.insist = true;
  EXPECT_EQ(parseText("sig steps {} pred after[s, s', s'': steps] { s' = s''.until' all var, once': A | some since }", alloy5)
                .messages(),
            "");
  EXPECT_EQ(reading("s' + s'' + s'a + before", alloy5), "(+ (+ (+ s' s'') s'a) before)");
  EXPECT_EQ(reading("(a)'", alloy5), "1:4 in Alloy 5 a prime can only be part of a name");
  EXPECT_EQ(reading("a ; b", alloy5), "1:3 `;` is an operator only since Alloy 6");
}

TEST(SyntaxText, FilesThatAreInsistedToBeAlloy5MayBeAlloy6) {
  ParseOptions alloy5;
  alloy5.dialect = Dialect::alloy5;
  alloy5.insist = true;
  const auto hints = [&](std::string text) {
    const ParsedFile parsed = parseText(std::move(text), alloy5);
    return parsed.diagnostics.all().empty() ? std::vector<std::string>() : parsed.diagnostics.all().front().hints;
  };
  EXPECT_THAT(hints("var sig A {}"), testing::Contains(HasSubstr("try without --alloy5")));
  EXPECT_THAT(hints("sig steps {"), testing::Not(testing::Contains(HasSubstr("try without --alloy5"))));
}

}  // namespace
}  // namespace aunit::parser::alloy
