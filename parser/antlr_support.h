// Support for parsers made by ANTLR, in any language: the first error of a rule as an exception, two modes of prediction, and
// places of tokens in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <antlr4-runtime.h>

#include "model/source.h"

namespace aunit::parser {

/// The place where ANTLR's parser stopped: the token, and the types that it could have taken (empty: not known for this token).
struct SyntaxError {
  antlr4::Token* found = nullptr;
  antlr4::misc::IntervalSet expected;
};

/// An error strategy that repairs nothing, and throws the first error as a SyntaxError.
class FirstErrorOnly final : public antlr4::DefaultErrorStrategy {
 public:
  /// If thorough, checks at every optional part whether the next token can stand there, so that an error's expectations are
  /// complete. Slower.
  void setThorough(bool thorough) { thorough_ = thorough; }

  void recover(antlr4::Parser* parser, std::exception_ptr failure) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void sync(antlr4::Parser* parser) override;
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}

 private:
  bool thorough_ = false;
};

/// Runs a rule: SLL prediction first, which is fast and nearly always enough, then full LL. `rewind` takes the parser to the
/// beginning of the rule, in either mode. Returns the rule's result, or nothing, with `error` set, when both modes fail.
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

/// Spans of tokens made by ANTLR's own lexer, which counts code points, where spans count bytes.
class TokenPlaces {
 public:
  TokenPlaces(std::string_view text, model::FileId file);

  model::Span of(const antlr4::Token& token) const { return of(token, token); }
  /// The span from one token to another; empty for the end of input.
  model::Span of(const antlr4::Token& first, const antlr4::Token& last) const;

 private:
  std::uint32_t byteOf(std::size_t codePoint) const;

  model::FileId file_;
  std::uint32_t end_;
  std::vector<std::uint32_t> byteOffsets_;  // by code point, and one for the end; empty when the text is ASCII
};

}  // namespace aunit::parser
