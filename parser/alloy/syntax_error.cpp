#include "parser/alloy/syntax_error.h"

#include <fmt/format.h>

namespace aunit::parser::alloy {

void FirstErrorOnly::recover(antlr4::Parser* parser, std::exception_ptr failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const antlr4::RecognitionException& e) {
    throw SyntaxError{static_cast<const Token*>(e.getOffendingToken()), parser->getExpectedTokens()};
  }
}

antlr4::Token* FirstErrorOnly::recoverInline(antlr4::Parser* parser) {
  throw SyntaxError{static_cast<const Token*>(parser->getCurrentToken()), parser->getExpectedTokens()};
}

void report(const SyntaxError& error, std::span<const Token>, std::string_view text, model::FileId file, model::Diagnostics& diagnostics) {
  const std::string_view found = text.substr(error.found->begin, error.found->end - error.found->begin);
  diagnostics.error("syntax", {file, error.found->begin, error.found->end},
                    found.empty() ? "unexpected end of file" : fmt::format("unexpected `{}`", found));
}

}  // namespace aunit::parser::alloy
