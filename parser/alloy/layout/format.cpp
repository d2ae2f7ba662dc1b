#include "parser/alloy/layout/format.h"

#include <cstddef>
#include <utility>

#include "parser/alloy/tokens/scanner.h"
#include "support/utf8.h"

namespace aunit::parser::alloy {

namespace {

/// Whether a token begins a paragraph when it is the first of its line.
bool beginsParagraph(std::uint32_t type) {
  switch (type) {
    case TokenType::MODULE:
    case TokenType::OPEN:
    case TokenType::SIG:
    case TokenType::ABSTRACT:
    case TokenType::ENUM:
    case TokenType::FACT:
    case TokenType::PRED:
    case TokenType::FUN:
    case TokenType::ASSERT: return true;
    default: return false;
  }
}

bool isErroneous(std::uint32_t type) {
  switch (type) {
    case TokenType::NAME_AFTER_NUMBER:
    case TokenType::NAME_AFTER_STRING:
    case TokenType::EMPTY_STRING:
    case TokenType::BAD_ESCAPE:
    case TokenType::OPEN_STRING:
    case TokenType::STRAY: return true;
    default: return false;
  }
}

Role roleOf(std::uint32_t type) {
  switch (type) {
    case TokenType::EMPTY_COMMENT:
    case TokenType::LINE_COMMENT:
    case TokenType::BLOCK_COMMENT: return Role::comment;
    case TokenType::SEMICOLON:
    case TokenType::COMMA: return Role::comma;
    case TokenType::COLON: return Role::colon;
    case TokenType::LBRACE: return Role::openBrace;
    case TokenType::RBRACE: return Role::closeBrace;
    case TokenType::LPAREN:
    case TokenType::LBRACKET: return Role::openRound;
    case TokenType::RPAREN:
    case TokenType::RBRACKET: return Role::closeRound;
    case TokenType::BAR:
    case TokenType::EQUALS:
    case TokenType::IN:
    case TokenType::PLUS:
    case TokenType::AMPERSAND:
    case TokenType::OVERRIDE:
    case TokenType::DOMAIN:
    case TokenType::RANGE:
    case TokenType::SHIFT_LEFT:
    case TokenType::SHIFT_RIGHT:
    case TokenType::SHIFT_RIGHT_LOGICAL:
    case TokenType::AND:
    case TokenType::IMPLIES:
    case TokenType::IFF:
    case TokenType::OR:
    case TokenType::LESS:
    case TokenType::LESS_EQUAL:
    case TokenType::GREATER:
    case TokenType::GREATER_EQUAL: return Role::free;
    case TokenType::HASH:
    case TokenType::TILDE:
    case TokenType::CARET:
    case TokenType::STAR: return Role::prefix;
    case TokenType::NOT: return Role::negation;
    default: return Role::word;
  }
}

bool isMultiplicity(std::uint32_t type) {
  return type == TokenType::ONE || type == TokenType::LONE || type == TokenType::SOME || type == TokenType::SET;
}

/// Whether a `-` after the token is a binary operator.
bool endsOperand(std::uint32_t type) {
  switch (type) {
    case TokenType::RPAREN:
    case TokenType::RBRACKET:
    case TokenType::RBRACE:
    case TokenType::NAME:
    case TokenType::NUMBER:
    case TokenType::STRING:
    case TokenType::IDEN:
    case TokenType::THIS:
    case TokenType::UNIV:
    case TokenType::INT_SIG:
    case TokenType::NONE:
    case TokenType::PRIME: return true;
    default: return false;
  }
}

/// Whether the word belongs to the log language and a bracket after it encloses a pattern.
bool precedesPattern(std::string_view word) {
  return word == "on" || word == "value" || word == "unless";
}

/// Whether a bracket encloses arguments of a call, rather than parameters of a declaration or a pattern of a log.
bool joinsBox(std::string_view text, const std::vector<RawToken>& raw, std::size_t at) {
  const auto type = [&](std::size_t back) { return at >= back ? raw[at - back].type : Token::endOfInput; };
  const auto declares = [&](std::size_t back) { return type(back) == TokenType::PRED || type(back) == TokenType::FUN; };
  return type(1) == TokenType::NAME && !declares(2) && !(type(2) == TokenType::DOT && declares(4)) &&
         !precedesPattern(text.substr(raw[at - 1].begin, raw[at - 1].end - raw[at - 1].begin));
}

/// Returns the role of a token, which may depend on adjacent tokens. An arrow keeps its usual role if it is written without
/// blanks and has no multiplicity beside it.
Role roleBeside(std::string_view text, const std::vector<RawToken>& raw, std::size_t at) {
  const Role usual = roleOf(raw[at].type);
  const std::uint32_t before = at > 0 ? raw[at - 1].type : Token::endOfInput;
  const std::uint32_t behind = at + 1 < raw.size() ? raw[at + 1].type : Token::endOfInput;
  const bool blankBefore = at > 0 && raw[at - 1].end < raw[at].begin;
  const bool blankBehind = at + 1 < raw.size() && raw[at].end < raw[at + 1].begin;
  switch (raw[at].type) {
    case TokenType::ARROW:
      return blankBefore || blankBehind || isMultiplicity(before) || isMultiplicity(behind) ? Role::free : usual;
    case TokenType::MINUS: return endsOperand(before) ? Role::free : usual;
    case TokenType::DOT:  // in logs, paths begin with dots
      return blankBehind && before != TokenType::DOT && behind != TokenType::DOT ? Role::tight : usual;
    case TokenType::LBRACKET: return joinsBox(text, raw, at) ? Role::openTight : usual;
    default: return usual;
  }
}

/// Marks the token after a field's colon for alignment, in lines with only one such colon.
void alignFields(std::string_view text, const std::vector<RawToken>& raw, std::vector<LayoutToken>& tokens) {
  const auto beginsLine = [&](std::size_t at) {
    return at == 0 || text.substr(raw[at - 1].end, raw[at].begin - raw[at - 1].end).find('\n') != std::string_view::npos;
  };
  bool header = false;       // the token is between `sig` and its brace
  std::size_t depth = 0;     // number of open brackets; 1: the token is directly in the braces of the signature
  std::size_t atColon = 0;   // index of the token after the line's only field colon; 0 if there is none
  bool fieldBegins = false;  // this line begins with a field
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const std::uint32_t type = raw[i].type;
    if (depth == 0) {
      if (type == TokenType::SIG) header = true;
      if (header && type == TokenType::LBRACE) header = false, depth = 1, atColon = 0, fieldBegins = false;
      continue;
    }
    if (beginsLine(i)) {
      atColon = 0;
      std::size_t before = i - 1;
      while (roleOf(raw[before].type) == Role::comment) --before;
      fieldBegins = depth == 1 && (raw[before].type == TokenType::COMMA || raw[before].type == TokenType::LBRACE);
    }
    switch (tokens[i].role) {
      case Role::openBrace:
      case Role::openRound:
      case Role::openTight: ++depth; break;
      case Role::closeBrace:
      case Role::closeRound: --depth; break;
      case Role::colon:
        if (depth != 1 || !fieldBegins) break;
        if (atColon != 0) tokens[atColon].aligned = false;  // several colons of fields on one line
        if (atColon == 0 && i + 1 < raw.size() && !beginsLine(i + 1) && tokens[i + 1].role != Role::comment)
          tokens[atColon = i + 1].aligned = true;
        else
          fieldBegins = false;
        break;
      default: break;
    }
  }
}

/// Returns the operator in the given style; unchanged if it has only one spelling.
std::string_view respelled(std::uint32_t type, std::string_view written, OperatorStyle style) {
  const auto either = [&](std::string_view symbol, std::string_view word) {
    return style == OperatorStyle::words ? word : symbol;
  };
  switch (type) {
    case TokenType::AND: return either("&&", "and");
    case TokenType::OR: return either("||", "or");
    case TokenType::NOT: return either("!", "not");
    case TokenType::IMPLIES: return either("=>", "implies");
    case TokenType::IFF: return either("<=>", "iff");
    default: return written;
  }
}

/// Whether a byte can be part of a word. Two adjacent words need a blank between them if the first ends and the second begins
/// with such a byte. Names may contain quotes and letters of any script.
bool joinsWords(char c) {
  return support::isWordPart(c) || c == '"' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

std::vector<RawToken> rawTokens(std::string_view text) {
  std::vector<RawToken> raw;
  Scanner scanner(text);
  for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next()) raw.push_back(token);
  return raw;
}

}  // namespace

std::optional<std::vector<LayoutToken>> layoutTokens(std::string_view text) {
  const std::vector<RawToken> raw = rawTokens(text);
  std::vector<LayoutToken> tokens;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const RawToken& token = raw[i];
    if (isErroneous(token.type)) return std::nullopt;
    const bool isOpen = token.type == TokenType::BLOCK_COMMENT && !text.substr(0, token.end).ends_with("*/");
    if (isOpen) return std::nullopt;
    tokens.push_back({roleBeside(text, raw, i), token.begin, token.end, beginsParagraph(token.type), false});
  }
  alignFields(text, raw, tokens);
  return tokens;
}

std::string respelled(std::string_view text, OperatorStyle style) {
  if (style == OperatorStyle::keep) return std::string(text);
  const std::vector<RawToken> raw = rawTokens(text);
  std::string out;
  std::size_t behind = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const auto [begin, end] = std::pair(raw[i].begin, raw[i].end);
    const std::string_view written = text.substr(begin, end - begin);
    std::string_view now = respelled(raw[i].type, written, style);
    const bool negatesSign = raw[i].type == TokenType::NOT && i + 1 < raw.size() && roleOf(raw[i + 1].type) == Role::free &&
                             raw[i + 1].type != TokenType::IN;
    if (negatesSign) now = "!";
    if (now == written) continue;
    out += text.substr(behind, begin - behind);
    if (!out.empty() && joinsWords(out.back()) && joinsWords(now.front())) out += ' ';
    out += now;
    behind = end;
    if (behind < text.size() && joinsWords(text[behind]) && joinsWords(now.back())) out += ' ';
  }
  return out.append(text.substr(behind));
}

}  // namespace aunit::parser::alloy
