#include "parser/alloy/tokens/scanner.h"
#include "support/utf8.h"

#include <algorithm>
#include <array>

namespace aunit::parser::alloy {

namespace {

struct Keyword {
  std::string_view text;
  std::uint32_t type;
};

// Sorted by text.
constexpr std::array keywords = {
    Keyword{"Int", TokenType::INT_SIG},
    Keyword{"String", TokenType::STRING_SIG},
    Keyword{"abstract", TokenType::ABSTRACT},
    Keyword{"after", TokenType::AFTER},
    Keyword{"all", TokenType::ALL},
    Keyword{"always", TokenType::ALWAYS},
    Keyword{"and", TokenType::AND},
    Keyword{"as", TokenType::AS},
    Keyword{"assert", TokenType::ASSERT},
    Keyword{"before", TokenType::BEFORE},
    Keyword{"but", TokenType::BUT},
    Keyword{"check", TokenType::CHECK},
    Keyword{"disj", TokenType::DISJ},
    Keyword{"else", TokenType::ELSE},
    Keyword{"enum", TokenType::ENUM},
    Keyword{"eventually", TokenType::EVENTUALLY},
    Keyword{"exactly", TokenType::EXACTLY},
    Keyword{"expect", TokenType::EXPECT},
    Keyword{"extends", TokenType::EXTENDS},
    Keyword{"fact", TokenType::FACT},
    Keyword{"for", TokenType::FOR},
    Keyword{"fun", TokenType::FUN},
    Keyword{"historically", TokenType::HISTORICALLY},
    Keyword{"iden", TokenType::IDEN},
    Keyword{"iff", TokenType::IFF},
    Keyword{"implies", TokenType::IMPLIES},
    Keyword{"in", TokenType::IN},
    Keyword{"int", TokenType::INT},
    Keyword{"let", TokenType::LET},
    Keyword{"lone", TokenType::LONE},
    Keyword{"module", TokenType::MODULE},
    Keyword{"no", TokenType::NO},
    Keyword{"none", TokenType::NONE},
    Keyword{"not", TokenType::NOT},
    Keyword{"once", TokenType::ONCE},
    Keyword{"one", TokenType::ONE},
    Keyword{"open", TokenType::OPEN},
    Keyword{"or", TokenType::OR},
    Keyword{"pred", TokenType::PRED},
    Keyword{"private", TokenType::PRIVATE},
    Keyword{"releases", TokenType::RELEASES},
    Keyword{"run", TokenType::RUN},
    Keyword{"seq", TokenType::SEQ},
    Keyword{"set", TokenType::SET},
    Keyword{"sig", TokenType::SIG},
    Keyword{"since", TokenType::SINCE},
    Keyword{"some", TokenType::SOME},
    Keyword{"steps", TokenType::STEPS},
    Keyword{"sum", TokenType::SUM},
    Keyword{"this", TokenType::THIS},
    Keyword{"triggered", TokenType::TRIGGERED},
    Keyword{"univ", TokenType::UNIV},
    Keyword{"until", TokenType::UNTIL},
    Keyword{"var", TokenType::VAR},
};
static_assert(std::ranges::is_sorted(keywords, {}, &Keyword::text));

struct Range {
  char32_t first, last;
};

// The characters of the grammar's fragment LETTER, sorted.
constexpr std::array letters = {
    Range{0x00A2, 0x00A5},   Range{0x00AA, 0x00AA}, Range{0x00B5, 0x00B5}, Range{0x00BA, 0x00BA},   Range{0x00C0, 0x00D6},
    Range{0x00D8, 0x00F6},   Range{0x00F8, 0x1FFF}, Range{0x203F, 0x2040}, Range{0x2054, 0x2054},   Range{0x2070, 0x218F},
    Range{0x2C00, 0x2DFF},   Range{0x3004, 0x3007}, Range{0x3021, 0xD7FF}, Range{0xF900, 0xFDFF},   Range{0xFE20, 0xFE2F},
    Range{0xFE33, 0xFE34},   Range{0xFE4D, 0xFE4F}, Range{0xFE70, 0xFEFC}, Range{0xFF10, 0xFF19},   Range{0xFF21, 0xFF3A},
    Range{0xFF3F, 0xFF3F},   Range{0xFF41, 0xFF5A}, Range{0xFF65, 0xFFDC}, Range{0x10000, 0x1CFFF}, Range{0x1D400, 0x1EFFF},
    Range{0x20000, 0xEFFFF},
};

/// Returns the keyword with this text; null if the word is a name.
const Keyword* keywordOf(std::string_view word) {
  const auto found = std::ranges::lower_bound(keywords, word, {}, &Keyword::text);
  return found != keywords.end() && found->text == word ? &*found : nullptr;
}

bool isLetter(char32_t c) {
  const auto range = std::ranges::lower_bound(letters, c, {}, &Range::last);
  return range != letters.end() && range->first <= c;
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isHexDigit(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool isAsciiStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool isAsciiPart(char c) {
  return isAsciiStart(c) || isDigit(c) || c == '"';
}
bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\r' || c == '\n';
}
bool isAscii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

}  // namespace

RawToken Scanner::next() {
  while (position_ < text_.size() && isBlank(text_[position_])) ++position_;
  const auto begin = static_cast<std::uint32_t>(position_);
  if (position_ == text_.size()) return {Token::endOfInput, begin, begin};
  const std::uint32_t type = scan();
  return {type, begin, static_cast<std::uint32_t>(position_)};
}

std::uint32_t Scanner::scan() {
  const char first = text_[position_];
  if (isAsciiStart(first)) return scanWord();
  if (isDigit(first)) return scanNumber();
  if (first == '"') return scanString();
  if (!isAscii(first)) return scanBeyondAscii();
  if (first == '/' && at(1) == '*') return scanBlockComment();
  if (take("--") || take("//")) {
    skipLine();
    return TokenType::LINE_COMMENT;
  }
  return scanSign(first);
}

std::uint32_t Scanner::scanWord() {
  const std::size_t begin = position_;
  skipNameParts();
  const Keyword* const keyword = keywordOf(text_.substr(begin, position_ - begin));
  return keyword ? keyword->type : static_cast<std::uint32_t>(TokenType::NAME);
}

// Reads a number, such as 12, 0x1F, 0x_A_, 0b1_01. If characters of a name follow directly, the number and these characters
// together are an error.
std::uint32_t Scanner::scanNumber() {
  std::size_t length = 1;
  if (at(0) == '0' && at(1) == 'x') {
    std::size_t end = 2;
    while (at(end) == '_' || (isHexDigit(at(end)) && isHexDigit(at(end + 1)))) end += at(end) == '_' ? 1 : 2;
    if (end > 2) length = end;
  } else if (at(0) == '0' && at(1) == 'b') {
    std::size_t end = 2;
    while (at(end) == '_' || at(end) == '0' || at(end) == '1') ++end;
    if (end > 2) length = end;
  } else {
    while (isDigit(at(length))) ++length;
  }
  position_ += length;
  return skipNameParts() ? TokenType::NAME_AFTER_NUMBER : TokenType::NUMBER;
}

std::uint32_t Scanner::scanString() {
  if (take("\"\"")) return TokenType::EMPTY_STRING;
  bool badEscape = false;
  for (++position_; position_ < text_.size() && text_[position_] != '\n'; ++position_) {
    if (text_[position_] == '"') {
      ++position_;
      if (badEscape) return TokenType::BAD_ESCAPE;
      return skipNameParts() ? TokenType::NAME_AFTER_STRING : TokenType::STRING;
    }
    if (text_[position_] != '\\') continue;
    const char escaped = at(1);
    if (position_ + 1 == text_.size() || escaped == '\n') continue;
    if (escaped != 'n' && escaped != '"' && escaped != '\\') badEscape = true;
    ++position_;
  }
  return TokenType::OPEN_STRING;
}

std::uint32_t Scanner::scanBlockComment() {
  if (take("/**/")) return TokenType::EMPTY_COMMENT;
  const std::size_t close = text_.find("*/", position_ + 2);
  position_ = close == std::string_view::npos ? text_.size() : close + 2;
  return TokenType::BLOCK_COMMENT;
}

std::uint32_t Scanner::scanSign(char first) {
  switch (first) {
    case '!': ++position_; return TokenType::NOT;
    case '#': ++position_; return TokenType::HASH;
    case '(': ++position_; return TokenType::LPAREN;
    case ')': ++position_; return TokenType::RPAREN;
    case '*': ++position_; return TokenType::STAR;
    case ',': ++position_; return TokenType::COMMA;
    case '.': ++position_; return TokenType::DOT;
    case '/': ++position_; return TokenType::SLASH;
    case '@': ++position_; return TokenType::AT;
    case '[': ++position_; return TokenType::LBRACKET;
    case ']': ++position_; return TokenType::RBRACKET;
    case '^': ++position_; return TokenType::CARET;
    case '{': ++position_; return TokenType::LBRACE;
    case '}': ++position_; return TokenType::RBRACE;
    case '~': ++position_; return TokenType::TILDE;
    case ';': ++position_; return TokenType::SEMICOLON;
    case '\'': ++position_; return TokenType::PRIME;
    case '&': return take("&&") ? TokenType::AND : (++position_, TokenType::AMPERSAND);
    case '|': return take("||") ? TokenType::OR : (++position_, TokenType::BAR);
    case '+': return take("++") ? TokenType::OVERRIDE : (++position_, TokenType::PLUS);
    case '-': return take("->") ? TokenType::ARROW : (++position_, TokenType::MINUS);
    case ':': return take("::") ? TokenType::DOT : take(":>") ? TokenType::RANGE : (++position_, TokenType::COLON);
    case '=': return take("=>") ? TokenType::IMPLIES : take("=<") ? TokenType::LESS_EQUAL : (++position_, TokenType::EQUALS);
    case '<':
      if (take("<=>")) return TokenType::IFF;
      if (take("<=")) return TokenType::LESS_EQUAL;
      if (take("<:")) return TokenType::DOMAIN;
      if (take("<<")) return TokenType::SHIFT_LEFT;
      ++position_;
      return TokenType::LESS;
    case '>':
      if (take(">>>")) return TokenType::SHIFT_RIGHT_LOGICAL;
      if (take(">>")) return TokenType::SHIFT_RIGHT;
      if (take(">=")) return TokenType::GREATER_EQUAL;
      ++position_;
      return TokenType::GREATER;
    default: ++position_; return TokenType::STRAY;
  }
}

std::uint32_t Scanner::scanBeyondAscii() {
  const auto [length, code] = support::decode(text_.substr(position_));
  if (isLetter(code)) {
    skipNameParts();
    return TokenType::NAME;
  }
  position_ += length;
  return code == 0x2018 || code == 0x2019 ? TokenType::PRIME : TokenType::STRAY;
}

void Scanner::skipLine() {
  position_ = std::min(text_.find('\n', position_), text_.size());
}

// Skips characters of names. Returns whether it skipped any.
bool Scanner::skipNameParts() {
  const std::size_t begin = position_;
  while (position_ < text_.size()) {
    if (isAsciiPart(text_[position_])) {
      ++position_;
      continue;
    }
    if (isAscii(text_[position_])) break;
    const auto [length, code] = support::decode(text_.substr(position_));
    if (!isLetter(code)) break;
    position_ += length;
  }
  return position_ > begin;
}

bool Scanner::take(std::string_view sign) {
  if (!text_.substr(position_).starts_with(sign)) return false;
  position_ += sign.size();
  return true;
}

bool isKeyword(std::string_view text) {
  return keywordOf(text) != nullptr;
}

}  // namespace aunit::parser::alloy
