// Tokens: raw tokens from the lexer, and filtered tokens for the parser.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <antlr4-runtime.h>

#include "parser/alloy/grammar/AlloyLexer.h"

namespace aunit::parser::alloy {

using TokenType = grammar::AlloyLexer;

/// A token of the lexer: a type, and bytes [begin, end) of the source text.
struct RawToken {
  std::uint32_t type = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A filtered token for ANTLR's parser. It does not store its text: `begin` and `end` are byte offsets in the source text.
/// `extra` depends on the type:
///   NUMBER               the value (std::int32_t bit pattern), sign included
///   ARROW                left and right model::Multiplicity, as left * 4 + right
///   NEGATED_COMPARISON   the type of the comparison
///   NAMED                a model::Named
class Token final : public antlr4::Token {
 public:
  std::uint32_t type = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t extra = 0;

  Token() = default;
  Token(std::uint32_t type_, std::uint32_t begin_, std::uint32_t end_, std::uint32_t extra_ = 0)
      : type(type_), begin(begin_), end(end_), extra(extra_) {}

  std::string getText() const override { return {}; }
  std::size_t getType() const override { return type == endOfInput ? antlr4::Token::EOF : type; }
  std::size_t getLine() const override { return 0; }
  std::size_t getCharPositionInLine() const override { return 0; }
  std::size_t getChannel() const override { return DEFAULT_CHANNEL; }
  std::size_t getTokenIndex() const override { return INVALID_INDEX; }
  std::size_t getStartIndex() const override { return begin; }
  std::size_t getStopIndex() const override { return end; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }
  std::string toString() const override { return {}; }

  static constexpr std::uint32_t endOfInput = 0xffffffff;
};

/// Casts a token of ANTLR's parser: all its tokens are of this class.
inline const Token& token(const antlr4::Token* t) {
  return static_cast<const Token&>(*t);
}

}  // namespace aunit::parser::alloy
