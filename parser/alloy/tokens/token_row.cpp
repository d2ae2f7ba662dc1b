#include "parser/alloy/tokens/token_row.h"

#include "support/threads.h"

namespace aunit::parser::alloy {

namespace {

constexpr int deepest = support::levels(10'000);  // limit for brackets inside brackets; lower if the stack is small

}  // namespace

bool makesMinusAnOperator(const Token& token) {
  switch (token.type) {
    case TokenType::RPAREN:
    case TokenType::RBRACKET:
    case TokenType::RBRACE:
    case TokenType::DISJ:
    case TokenType::BUILTIN:
    case TokenType::INT:
    case TokenType::SUM:
    case TokenType::NAME:
    case TokenType::QUALIFIED_NAME:
    case TokenType::NUMBER:
    case TokenType::STRING:
    case TokenType::IDEN:
    case TokenType::THIS:
    case TokenType::INT_CONSTANT:
    case TokenType::UNIV:
    case TokenType::INT_SIG:
    case TokenType::NONE: return true;
    default: return false;
  }
}

bool endsExpression(const Token& token) {
  return makesMinusAnOperator(token) || token.type == TokenType::PRIME || token.type == TokenType::STRING_SIG ||
         token.type == TokenType::STEPS;
}

TokenRow::TokenRow(const std::vector<RawToken>& raw, std::string_view text, model::FileId file, model::Diagnostics& diagnostics,
                   std::vector<std::uint32_t>& errorOffsets)
    : raw_(raw), text_(text), file_(file), diagnostics_(diagnostics), errorOffsets_(errorOffsets) {
  out_.reserve(raw.size());
}

bool TokenRow::deliver(std::uint32_t type, std::size_t count, std::uint32_t extra) {
  out_.emplace_back(type, raw_[at_].begin, raw_[at_ + count - 1].end, extra);
  at_ += count;
  return true;
}

// Reports brackets that are nested more deeply than `deepest`, because the parser's stack guard would stop at a depth that
// depends on the machine.
void TokenRow::enterBracket() {
  if (++depth_ == deepest + 1) error(at_, at_, "this expression is nested too deeply");
}

model::Diagnostic& TokenRow::error(std::size_t first, std::size_t last, std::string message) {
  errorOffsets_.push_back(raw_[first].begin);
  return diagnostics_.error("syntax", {file_, raw_[first].begin, raw_[last].end}, std::move(message));
}

}  // namespace aunit::parser::alloy
