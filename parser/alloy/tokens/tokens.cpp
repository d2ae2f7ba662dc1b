#include "parser/alloy/tokens/tokens.h"

#include "parser/alloy/tokens/scanner.h"
#include "support/utf8.h"

namespace aunit::parser::alloy {

std::vector<model::Range> tokensOf(std::string_view text) {
  std::vector<model::Range> tokens;
  Scanner scanner(text);
  for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next())
    if (token.type != TokenType::EMPTY_COMMENT && token.type != TokenType::LINE_COMMENT && token.type != TokenType::BLOCK_COMMENT)
      tokens.push_back({token.begin, token.end});
  return tokens;
}

bool isNamePart(char c) {
  return support::isWordPart(c) || c == '\'' || c == '"' || (c & 0x80) != 0;
}

bool isEnclosed(std::string_view text) {
  if (text.empty() || (text.front() != '(' && text.front() != '{')) return false;
  int depth = 0;
  for (const model::Range& token : tokensOf(text)) {
    const char sign = token.end == token.begin + 1 ? text[token.begin] : ' ';
    if (sign == '(' || sign == '{' || sign == '[') ++depth;
    if (sign == ')' || sign == '}' || sign == ']') --depth;
    if (depth == 0) return token.end == text.size();
  }
  return false;
}

}  // namespace aunit::parser::alloy
