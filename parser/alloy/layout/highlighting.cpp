#include "parser/alloy/layout/highlighting.h"

#include <algorithm>
#include <array>
#include <optional>

#include "parser/alloy/tokens/scanner.h"

namespace aunit::parser::alloy {

namespace {

constexpr std::array wordsOfTests = {std::string_view("satisfies"), std::string_view("violates"), std::string_view("valid"),
                                     std::string_view("invalid"),   std::string_view("gives"),    std::string_view("because"),
                                     std::string_view("every"),     std::string_view("without")};

bool beginsLine(std::string_view text, std::uint32_t at) {
  const std::size_t before = text.substr(0, at).find_last_not_of(" \t");
  return before == std::string_view::npos || text[before] == '\n';
}

/// Whether the text ends with this word, apart from blanks.
bool endsWithWord(std::string_view text, std::string_view word) {
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  return text.ends_with(word);
}

// Whether the token is a word of the test language: `val` or `test` at the start of a line, `state` before `{`, `loop` before a
// number, `skip`, `xfail` or `expect error` before a text, or a word of `wordsOfTests`.
bool isTestWord(std::string_view text, const RawToken& token) {
  const std::string_view word = text.substr(token.begin, token.end - token.begin);
  if (std::ranges::find(wordsOfTests, word) != wordsOfTests.end()) return true;
  if (word == "val" || word == "test") return beginsLine(text, token.begin);
  const std::size_t next = text.find_first_not_of(" \t", token.end);
  const char sign = next == std::string_view::npos ? '\0' : text[next];
  if (word == "skip" || word == "xfail" || (word == "error" && endsWithWord(text.substr(0, token.begin), "expect")))
    return sign == '"';
  return (word == "state" && sign == '{') || (word == "loop" && sign >= '0' && sign <= '9');
}

std::optional<Highlight> highlightOf(std::string_view text, const RawToken& token) {
  switch (token.type) {
    case TokenType::EMPTY_COMMENT:
    case TokenType::LINE_COMMENT:
    case TokenType::BLOCK_COMMENT: return Highlight::comment;
    case TokenType::NUMBER:
    case TokenType::STRING: return Highlight::literal;
    case TokenType::NAME: return isTestWord(text, token) ? std::optional(Highlight::keyword) : std::nullopt;
    default: break;
  }
  const bool isWord =
      (text[token.begin] >= 'a' && text[token.begin] <= 'z') || (text[token.begin] >= 'A' && text[token.begin] <= 'Z');
  return isWord && token.type >= TokenType::ABSTRACT && token.type <= TokenType::VAR ? std::optional(Highlight::keyword)
                                                                                     : std::nullopt;
}

}  // namespace

std::vector<HighlightedPart> highlightsOf(std::string_view text) {
  std::vector<HighlightedPart> parts;
  Scanner scanner(text);
  for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next())
    if (const auto highlight = highlightOf(text, token)) parts.push_back({token.begin, token.end, *highlight});
  return parts;
}

}  // namespace aunit::parser::alloy
