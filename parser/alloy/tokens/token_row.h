// The state of the token filter: its position among the raw tokens, and the tokens that it has delivered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

/// Whether a `-` after this token is a binary operator, rather than the sign of a literal.
bool makesMinusAnOperator(const Token& token);
/// Whether an expression can end with this token.
bool endsExpression(const Token& token);

class TokenRow {
 public:
  TokenRow(const std::vector<RawToken>& raw, std::string_view text, model::FileId file, model::Diagnostics& diagnostics,
           std::vector<std::uint32_t>& errorOffsets);

  // All indices count raw tokens. The type of a token after the last one is `Token::endOfInput`.
  std::size_t at() const { return at_; }
  bool atEnd() const { return at_ >= raw_.size(); }
  std::uint32_t type(std::size_t index) const { return index < raw_.size() ? raw_[index].type : Token::endOfInput; }
  std::string_view textOf(std::size_t index) const {
    return text_.substr(raw_[index].begin, raw_[index].end - raw_[index].begin);
  }
  bool isWord(std::size_t index, std::string_view word) const { return type(index) == TokenType::NAME && textOf(index) == word; }

  // Delivered tokens.
  bool empty() const { return out_.empty(); }
  const Token& last() const { return out_.back(); }
  std::uint32_t previousType(std::size_t back = 1) const {
    return out_.size() >= back ? out_[out_.size() - back].type : Token::endOfInput;
  }
  /// Delivers the next `count` raw tokens as one. Always returns true, so that callers can write `return deliver(...)`.
  bool deliver(std::uint32_t type, std::size_t count = 1, std::uint32_t extra = 0);
  /// Delivers raw token `index` unchanged, without moving the position.
  void deliverAhead(std::size_t index) { out_.emplace_back(raw_[index].type, raw_[index].begin, raw_[index].end); }
  void skip(std::size_t count) { at_ += count; }
  std::vector<Token> take() { return std::move(out_); }

  // Number of open brackets of any kind in this paragraph.
  int depth() const { return depth_; }
  void enterBracket();
  void leaveBracket() { depth_ -= depth_ > 0; }
  void beginParagraph() { depth_ = 0; }

  /// Reports an error about raw tokens `first` to `last`.
  model::Diagnostic& error(std::size_t first, std::size_t last, std::string message);

 private:
  const std::vector<RawToken>& raw_;
  std::string_view text_;
  model::FileId file_;
  model::Diagnostics& diagnostics_;
  std::vector<std::uint32_t>& errorOffsets_;
  std::vector<Token> out_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace aunit::parser::alloy
