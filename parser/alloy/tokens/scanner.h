// A scanner for the tokens of grammar/AlloyLexer.g4.
#pragma once

#include <string_view>

#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

/// Reads the tokens one by one as the grammar defines them (the longest match, then the earlier rule), but many times faster than
/// ANTLR's lexer. Tests compare its tokens with those of ANTLR's lexer. The text must be valid UTF-8 and outlive the scanner.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// Returns the next token, without blanks; at the end `Token::endOfInput`.
  RawToken next();

 private:
  std::uint32_t scan();
  std::uint32_t scanWord();
  std::uint32_t scanNumber();
  std::uint32_t scanString();
  std::uint32_t scanBlockComment();
  std::uint32_t scanSign(char first);
  std::uint32_t scanBeyondAscii();
  void skipLine();
  bool skipNameParts();

  char at(std::size_t offset) const { return position_ + offset < text_.size() ? text_[position_ + offset] : '\0'; }
  bool take(std::string_view sign);

  std::string_view text_;
  std::size_t position_ = 0;
};

/// Whether a text is a keyword of Alloy. Words of the test language do not count, because they are names elsewhere.
bool isKeyword(std::string_view text);

}  // namespace aunit::parser::alloy
