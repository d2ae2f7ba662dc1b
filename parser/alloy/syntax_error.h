// A syntax error in words: what was found, what was expected, and what the writer may have meant.
#pragma once

#include <span>
#include <string_view>

#include "model/diagnostic.h"
#include "parser/alloy/grammar/AlloyParser.h"
#include "parser/alloy/token.h"

namespace aunit::parser::alloy {

/// Where ANTLR's parser stopped: the token, and the types that it could have taken.
struct SyntaxError {
  const Token* found = nullptr;
  antlr4::misc::IntervalSet expected;
};

/// An error strategy that repairs nothing: the first error of a paragraph ends it, as a SyntaxError thrown.
class FirstErrorOnly final : public antlr4::DefaultErrorStrategy {
 public:
  /// Looks at every optional part whether the next token can stand there, so that an error's expectations are complete. Slower.
  void setThorough(bool thorough) { thorough_ = thorough; }

  void recover(antlr4::Parser* parser, std::exception_ptr failure) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void sync(antlr4::Parser* parser) override;
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}

 private:
  bool thorough_ = false;
};

/// Reports the error. `tokens` are those of its paragraph; the error's token is one of them or the end.
void report(const SyntaxError& error, std::span<const Token> tokens, std::string_view text, model::FileId file,
            model::Diagnostics& diagnostics);

}  // namespace aunit::parser::alloy
