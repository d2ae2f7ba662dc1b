#include "parser/program/format.h"

#include "parser/antlr_layout.h"
#include "parser/program/grammar/ProgramLexer.h"

namespace aunit::parser::program {

namespace {

using Lexer = grammar::ProgramLexer;

std::optional<Role> roleOf(std::size_t type) {
  switch (type) {
    case Lexer::COMMA:
    case Lexer::SEMICOLON: return Role::comma;
    case Lexer::COLON: return Role::colon;
    case Lexer::LBRACE: return Role::openBrace;
    case Lexer::RBRACE: return Role::closeBrace;
    case Lexer::LPAREN:
    case Lexer::LBRACKET: return Role::openRound;
    case Lexer::RPAREN:
    case Lexer::RBRACKET: return Role::closeRound;
    case Lexer::ASSIGN:
    case Lexer::BAR:
    case Lexer::AND:
    case Lexer::OR:
    case Lexer::IMPLIES:
    case Lexer::IFF:
    case Lexer::EQUAL:
    case Lexer::NOT_EQUAL:
    case Lexer::LESS:
    case Lexer::LESS_EQUAL:
    case Lexer::GREATER:
    case Lexer::GREATER_EQUAL: return Role::free;
    case Lexer::OPEN_COMMENT:
    case Lexer::OPEN_STRING:
    case Lexer::UNKNOWN: return std::nullopt;
    default: return Role::word;
  }
}

}  // namespace

std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text) {
  antlr4::ANTLRInputStream input{std::string(text)};
  Lexer lexer(&input);
  auto tokens = parser::layoutTokens(text, lexer, roleOf);
  for (std::size_t i = 0; tokens && i + 1 < tokens->size(); ++i)
    if ((*tokens)[i].role == Role::word && (*tokens)[i + 1].role == Role::colon) (*tokens)[i].role = Role::label;
  return tokens;
}

}  // namespace aunit::parser::program
