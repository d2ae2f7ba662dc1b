#include "parser/nitpick/format.h"

#include "parser/antlr_layout.h"
#include "parser/nitpick/grammar/NitpickLexer.h"

namespace aunit::parser::nitpick {

namespace {

using Lexer = grammar::NitpickLexer;

/// Returns the role of a token. Brackets and braces enclose schemas, sets or valuations; blanks inside them stay as written.
std::optional<Role> roleOf(std::size_t type) {
  switch (type) {
    case Lexer::COMMA: return Role::comma;
    case Lexer::COLON: return Role::colon;
    case Lexer::LPAREN: return Role::openRound;
    case Lexer::RPAREN: return Role::closeRound;
    case Lexer::LBRACKET:
    case Lexer::LBRACE: return Role::openLoose;
    case Lexer::RBRACKET:
    case Lexer::RBRACE: return Role::closeLoose;
    case Lexer::BAR: return Role::divider;
    case Lexer::CLAIM:
    case Lexer::EQUAL:
    case Lexer::NOT_EQUAL:
    case Lexer::IMPLIES:
    case Lexer::IFF:
    case Lexer::SUBSET:
    case Lexer::PROPER_SUBSET: return Role::free;
    case Lexer::OPEN_COMMENT:
    case Lexer::OPEN_STRING:
    case Lexer::STRAY: return std::nullopt;
    default: return Role::word;
  }
}

}  // namespace

std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text) {
  antlr4::ANTLRInputStream input{std::string(text)};
  Lexer lexer(&input);
  return parser::layoutTokens(text, lexer, roleOf);
}

}  // namespace aunit::parser::nitpick
