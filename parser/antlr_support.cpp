#include "parser/antlr_support.h"

#include <algorithm>

#include "support/utf8.h"

namespace aunit::parser {

void FirstErrorOnly::recover(antlr4::Parser* parser, std::exception_ptr failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const antlr4::NoViableAltException& e) {
    // If the tokens differ, lookahead found the error. Then ANTLR knows only the tokens expected where the lookahead began.
    if (e.getStartToken() != e.getOffendingToken()) throw SyntaxError{e.getOffendingToken(), {}};
    throw SyntaxError{e.getOffendingToken(), parser->getExpectedTokens()};
  } catch (const antlr4::RecognitionException& e) {
    throw SyntaxError{e.getOffendingToken(), parser->getExpectedTokens()};
  }
}

antlr4::Token* FirstErrorOnly::recoverInline(antlr4::Parser* parser) {
  throw SyntaxError{parser->getCurrentToken(), parser->getExpectedTokens()};
}

void FirstErrorOnly::sync(antlr4::Parser* parser) {
  if (!thorough_) return;
  const antlr4::atn::ATN& atn = parser->getATN();
  const std::size_t found = parser->getTokenStream()->LA(1);
  if (atn.nextTokens(atn.states[parser->getState()]).contains(found)) return;
  const antlr4::misc::IntervalSet expected = parser->getExpectedTokens();  // includes the tokens that may follow the rule
  if (!expected.contains(found)) throw SyntaxError{parser->getCurrentToken(), expected};
}

TokenPlaces::TokenPlaces(std::string_view text, model::FileId file)
    : file_(file), end_(static_cast<std::uint32_t>(text.size())), byteOffsets_(support::codePointOffsets(text)) {}

std::uint32_t TokenPlaces::byteOf(std::size_t codePoint) const {
  if (byteOffsets_.empty()) return static_cast<std::uint32_t>(codePoint);
  return byteOffsets_[std::min(codePoint, byteOffsets_.size() - 1)];
}

model::Span TokenPlaces::of(const antlr4::Token& first, const antlr4::Token& last) const {
  const auto isEnd = [](const antlr4::Token& token) { return token.getType() == antlr4::Token::EOF; };
  return {file_, isEnd(first) ? end_ : byteOf(first.getStartIndex()), isEnd(last) ? end_ : byteOf(last.getStopIndex() + 1)};
}

}  // namespace aunit::parser
