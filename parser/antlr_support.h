// Helpers for the generated ANTLR parsers of all languages: the first error of a rule as an exception, two prediction modes, and
// positions of tokens in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <antlr4-runtime.h>

#include "model/source.h"

namespace aunit::parser {

/// The token at which ANTLR's parser stopped, and the token types that it expected there. If these types are unknown, `expected`
/// is empty.
struct SyntaxError {
  antlr4::Token* found = nullptr;
  antlr4::misc::IntervalSet expected;
};

/// An error strategy that does not recover, but throws the first error as a SyntaxError.
class FirstErrorOnly final : public antlr4::DefaultErrorStrategy {
 public:
  /// If `thorough`, checks before every optional part whether the next token is allowed there. This is slower, but the error then
  /// lists all expected tokens.
  void setThorough(bool thorough) { thorough_ = thorough; }

  void recover(antlr4::Parser* parser, std::exception_ptr failure) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void sync(antlr4::Parser* parser) override;
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}

 private:
  bool thorough_ = false;
};

/// Runs a rule with SLL prediction, which is fast and nearly always sufficient. If that fails, runs it again with full LL.
/// `rewind` sets the mode and moves the parser to the start of the rule. Returns the rule's result; if both modes fail, returns
/// nothing and sets `error`.
template <typename Rewind, typename Rule>
auto parseInTwoModes(antlr4::Parser& parser, Rewind rewind, Rule rule, std::optional<SyntaxError>& error) -> decltype(rule()) {
  for (const auto mode : {antlr4::atn::PredictionMode::SLL, antlr4::atn::PredictionMode::LL}) {
    rewind(mode);
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
    try {
      return rule();
    } catch (const SyntaxError& e) {
      error = e;
    }
  }
  return {};
}

/// Converts tokens of ANTLR's own lexer, which counts code points, to spans in bytes.
class TokenPlaces {
 public:
  TokenPlaces(std::string_view text, model::FileId file);

  model::Span of(const antlr4::Token& token) const { return of(token, token); }
  /// Returns the span from the start of `first` to the end of `last`. It is empty if both are the end of the input.
  model::Span of(const antlr4::Token& first, const antlr4::Token& last) const;

 private:
  std::uint32_t byteOf(std::size_t codePoint) const;

  model::FileId file_;
  std::uint32_t end_;
  std::vector<std::uint32_t> byteOffsets_;  // of each code point, then of the end of the text; empty if the text is ASCII
};

}  // namespace aunit::parser
