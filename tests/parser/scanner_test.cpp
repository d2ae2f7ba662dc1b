// The scanner compared with the lexer that ANTLR generates from the same rules.
#include "parser/alloy/tokens/scanner.h"

#include <filesystem>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "parser/alloy/parse.h"
#include "support/utf8.h"
#include "tests/recorded.h"

namespace aunit::parser::alloy {
namespace {

using Tokens = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

Tokens scanned(const std::string& text) {
  Tokens tokens;
  Scanner scanner(text);
  for (RawToken t = scanner.next(); t.type != Token::endOfInput; t = scanner.next()) tokens.emplace_back(t.type, t.begin, t.end);
  return tokens;
}

Tokens lexed(const std::string& text) {
  const std::vector<std::uint32_t> bytes = support::codePointOffsets(text);
  const auto byteOf = [&](std::size_t codePoint) { return bytes[std::min(codePoint, bytes.size() - 1)]; };
  antlr4::ANTLRInputStream input(text);
  grammar::AlloyLexer lexer(&input);
  Tokens tokens;
  while (true) {
    const auto token = lexer.nextToken();
    if (token->getType() == antlr4::Token::EOF) return tokens;
    tokens.emplace_back(static_cast<std::uint32_t>(token->getType()), byteOf(token->getStartIndex()),
                        byteOf(token->getStopIndex() + 1));
  }
}

// Random texts of these pieces. The longest match of a token then depends on the text after it.
rc::Gen<std::string> pieces() {
  const auto words = rc::gen::element<std::string>("abstract", "all", "and", "in", "Int", "int", "iff", "some", "Strin", "String",
                                                   "until", "var", "disj", "N0", "a", "_", "$", "x'", "0", "7", "12", "0x", "0b",
                                                   "1F", "0x1", "0b01", "_1", "e9");
  const auto signs =
      rc::gen::map(rc::gen::element('!', '#', '&', '(', ')', '*', '+', ',', '-', '.', '/', ':', '<', '=', '>', '@', '[', ']', '^',
                                    '{', '|', '}', '~', ';', '\'', '"', '\\', '?', '%', '`', '\x7f', ' ', '\n', '\t', '\f', 'n'),
                   [](char c) { return std::string(1, c); });
  const auto others = rc::gen::element<std::string>("\u2018", "\u2019", "\u03a9", "\u00a3", "\u00d7", "\u2203", "\u4e2d",
                                                    "\U0001f600", "\U0001d400", "\u203f", "\uff0b", "\"a\"", "\"\\n\\\\\\\"\"",
                                                    "\"\\t\"", "/*", "*/", "/**/", "/**", "--", "//");
  return rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::weightedOneOf<std::string>({{3, words}, {5, signs}, {3, others}})),
      [](const std::vector<std::string>& parts) {
        std::string text;
        for (const std::string& part : parts) text += part;
        return text;
      });
}

RC_GTEST_PROP(Scanner, ReadsWhatAntlrReads, ()) {
  for (const std::string& text : *rc::gen::container<std::vector<std::string>>(20, pieces()))
    RC_ASSERT(scanned(text) == lexed(text));
}

TEST(Scanner, KnowsTheLettersOfTheGrammar) {
  std::string text;
  const auto append = [&](char32_t c) {
    if (c < 0x800)
      text += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
    else if (c < 0x10000)
      text +=
          {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
    else
      text += {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 0x3F)),
               static_cast<char>(0x80 | (c >> 6 & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
    text += ' ';
  };
  for (char32_t c = 0x80; c < 0x10000; ++c)
    if (c < 0xD800 || c > 0xDFFF) append(c);
  for (char32_t c = 0x10000; c < 0x110000; c += 0x3FF) append(c);
  EXPECT_EQ(scanned(text), lexed(text));
}

RECORDED_ANSWERS(ScannerRecorded, "own", "shared", "found");

TEST_P(ScannerRecorded, ReadsTheModels) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
    if (entry.path().extension() != ".als") continue;
    model::SourceMap sources;
    model::Diagnostics diagnostics;
    const model::FileId id = addSource(sources, entry.path(), contents(entry.path()), diagnostics);
    if (id == model::noFile) continue;
    EXPECT_EQ(scanned(sources.file(id).text()), lexed(sources.file(id).text())) << entry.path();
  }
}

}  // namespace
}  // namespace aunit::parser::alloy
