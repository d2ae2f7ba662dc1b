#include "parser/alloy/layout/format.h"

#include "parser/alloy/tokens/scanner.h"

namespace aunit::parser::alloy {

namespace {

/// Paragraphs begin with them, at the beginning of a line.
bool beginsParagraph(std::uint32_t type) {
  switch (type) {
    case TokenType::MODULE:
    case TokenType::OPEN:
    case TokenType::SIG:
    case TokenType::ABSTRACT:
    case TokenType::ENUM:
    case TokenType::FACT:
    case TokenType::PRED:
    case TokenType::FUN:
    case TokenType::ASSERT: return true;
    default: return false;
  }
}

bool isErroneous(std::uint32_t type) {
  switch (type) {
    case TokenType::NAME_AFTER_NUMBER:
    case TokenType::NAME_AFTER_STRING:
    case TokenType::EMPTY_STRING:
    case TokenType::BAD_ESCAPE:
    case TokenType::OPEN_STRING:
    case TokenType::STRAY: return true;
    default: return false;
  }
}

Role roleOf(std::uint32_t type) {
  switch (type) {
    case TokenType::EMPTY_COMMENT:
    case TokenType::LINE_COMMENT:
    case TokenType::BLOCK_COMMENT: return Role::comment;
    case TokenType::COMMA: return Role::comma;
    case TokenType::COLON: return Role::colon;
    case TokenType::LBRACE: return Role::openBrace;
    case TokenType::RBRACE: return Role::closeBrace;
    case TokenType::LPAREN:
    case TokenType::LBRACKET: return Role::openRound;
    case TokenType::RPAREN:
    case TokenType::RBRACKET: return Role::closeRound;
    case TokenType::BAR:
    case TokenType::EQUALS:
    case TokenType::IMPLIES:
    case TokenType::IFF:
    case TokenType::OR:
    case TokenType::LESS:
    case TokenType::LESS_EQUAL:
    case TokenType::GREATER:
    case TokenType::GREATER_EQUAL: return Role::free;
    case TokenType::NOT: return Role::negation;
    default: return Role::word;
  }
}

}  // namespace

std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text) {
  std::vector<LayoutToken> tokens;
  Scanner scanner(text);
  for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next()) {
    if (isErroneous(token.type)) return std::nullopt;
    const bool isOpen = token.type == TokenType::BLOCK_COMMENT && !text.substr(0, token.end).ends_with("*/");
    if (isOpen) return std::nullopt;
    tokens.push_back({roleOf(token.type), token.begin, token.end, beginsParagraph(token.type)});
  }
  return tokens;
}

}  // namespace aunit::parser::alloy
