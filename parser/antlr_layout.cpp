#include "parser/antlr_layout.h"

#include <algorithm>

#include "parser/antlr_support.h"

namespace aunit::parser {

namespace {

constexpr std::string_view blanks = " \t\r\n\f\u00A0";

/// Adds the comments in text[begin, end): from `//` or `--` to the end of the line, or between slash-star and star-slash.
void addComments(std::string_view text, std::size_t begin, std::size_t end, std::vector<LayoutToken>& tokens) {
  for (std::size_t at = text.find_first_not_of(blanks, begin); at < end; at = text.find_first_not_of(blanks, at)) {
    const bool isBlock = text.substr(at).starts_with("/*");
    const std::size_t close = text.find(isBlock ? "*/" : "\n", at + (isBlock ? 2 : 0));
    const std::size_t behind = std::min(close == std::string_view::npos ? end : close + (isBlock ? 2 : 0), end);
    tokens.push_back({Role::comment, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(behind), false});
    at = behind;
  }
}

}  // namespace

std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text, antlr4::Lexer& lexer,
                                                     const std::function<std::optional<Role>(std::size_t type)>& roleOf) {
  lexer.removeErrorListeners();
  antlr4::CommonTokenStream stream(&lexer);
  stream.fill();
  const TokenPlaces places(text, 0);
  std::vector<LayoutToken> tokens;
  std::size_t behind = 0;
  for (const antlr4::Token* token : stream.getTokens()) {
    const bool isEnd = token->getType() == antlr4::Token::EOF;
    const model::Span span = isEnd ? model::Span{0, static_cast<std::uint32_t>(text.size()), 0} : places.of(*token);
    addComments(text, behind, span.begin, tokens);
    if (isEnd) break;
    const auto role = roleOf(token->getType());
    if (!role) return std::nullopt;
    tokens.push_back({*role, span.begin, span.end, false});
    behind = span.end;
  }
  return tokens;
}

}  // namespace aunit::parser
