#include "parser/alloy/format.h"

#include <algorithm>
#include <vector>

#include "parser/alloy/scanner.h"

namespace aunit::parser::alloy {

namespace {

constexpr std::size_t step = 2, tabStop = 4;

bool isComment(const RawToken& token) {
  return token.type == TokenType::EMPTY_COMMENT || token.type == TokenType::LINE_COMMENT ||
         token.type == TokenType::BLOCK_COMMENT;
}

bool opens(const RawToken& token) {
  return token.type == TokenType::LBRACE || token.type == TokenType::LPAREN || token.type == TokenType::LBRACKET;
}

bool closes(const RawToken& token) {
  return token.type == TokenType::RBRACE || token.type == TokenType::RPAREN || token.type == TokenType::RBRACKET;
}

/// Signs that stand between two operands and nowhere else.
bool standsFree(std::uint32_t type) {
  switch (type) {
    case TokenType::BAR:
    case TokenType::EQUALS:
    case TokenType::IMPLIES:
    case TokenType::IFF:
    case TokenType::OR:
    case TokenType::LESS:
    case TokenType::LESS_EQUAL:
    case TokenType::GREATER:
    case TokenType::GREATER_EQUAL: return true;
    default: return false;
  }
}

/// Paragraphs begin with them, at the beginning of a line.
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

class Formatter {
 public:
  explicit Formatter(std::string_view text) : text_(text) {}

  std::optional<std::string> run() {
    Scanner scanner(text_);
    for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next()) {
      if (isErroneous(token.type)) return std::nullopt;
      if (token.type == TokenType::BLOCK_COMMENT && !textOf(token).ends_with("*/")) return std::nullopt;
      tokens_.push_back(token);
    }
    for (std::size_t first = 0; first < tokens_.size();) {
      std::size_t end = first + 1;
      while (end < tokens_.size() && linesBetween(tokens_[end - 1].end, tokens_[end].begin) == 0) ++end;
      if (first > 0) out_.append(linesBetween(tokens_[first - 1].end, tokens_[first].begin) > 1 ? 2 : 1, '\n');
      line(first, end);
      first = end;
    }
    if (!out_.empty()) out_ += '\n';
    return std::move(out_);
  }

 private:
  /// An open bracket.
  struct Level {
    std::size_t indent = 0;                   // of the line that it stands on
    std::optional<std::size_t> writtenFirst;  // how far in the first line behind it was
    // What stands behind it on its line: where that was, and is.
    std::optional<std::size_t> writtenBeside;
    std::size_t beside = 0;
  };

  std::string_view textOf(const RawToken& token) const { return text_.substr(token.begin, token.end - token.begin); }
  std::size_t linesBetween(std::uint32_t begin, std::uint32_t end) const {
    return static_cast<std::size_t>(std::ranges::count(text_.substr(begin, end - begin), '\n'));
  }

  /// The column of a token as it was.
  std::size_t writtenColumn(const RawToken& token) const {
    const std::size_t before = token.begin == 0 ? std::string_view::npos : text_.rfind('\n', token.begin - 1);
    std::size_t column = 0;
    for (const char c : text_.substr(before == std::string_view::npos ? 0 : before + 1, token.begin - (before + 1)))
      column = c == '\t' ? (column / tabStop + 1) * tabStop : column + 1;
    return column;
  }

  std::size_t indentOf(std::size_t first, std::size_t end) {
    const RawToken& token = tokens_[first];
    const std::size_t written = writtenColumn(token);
    if (closes(token)) {
      std::size_t closed = 0;
      while (first + closed < end && closes(tokens_[first + closed])) ++closed;
      return levels_.size() < closed ? 0 : levels_[levels_.size() - closed].indent;
    }
    if (levels_.empty()) return beginsParagraph(token.type) ? 0 : written;
    Level& level = levels_.back();
    if (level.writtenBeside && written >= *level.writtenBeside) return level.beside + written - *level.writtenBeside;
    if (!level.writtenFirst) level.writtenFirst = written;
    return level.indent + step + (written > *level.writtenFirst ? written - *level.writtenFirst : 0);
  }

  void line(std::size_t first, std::size_t end) {
    const std::size_t indent = indentOf(first, end), start = out_.size();
    out_.append(indent, ' ');
    for (std::size_t i = first; i < end; ++i) {
      if (i > first) out_.append(blanksBetween(i), ' ');
      if (i > first && opens(tokens_[i - 1]) && !levels_.empty() && !isComment(tokens_[i])) {
        levels_.back().writtenBeside = writtenColumn(tokens_[i]);
        levels_.back().beside = out_.size() - start;
      }
      add(tokens_[i]);
      if (opens(tokens_[i])) levels_.push_back({indent, {}, {}, 0});
      if (closes(tokens_[i]) && !levels_.empty()) levels_.pop_back();
    }
  }

  /// A comment may have several lines; they stay, but for blanks at their ends.
  void add(const RawToken& token) {
    if (!isComment(token)) {
      out_ += textOf(token);
      return;
    }
    std::string_view rest = textOf(token);
    for (bool more = true; more;) {
      const std::size_t end = rest.find('\n');
      more = end != std::string_view::npos;
      const std::string_view lineText = rest.substr(0, end);
      out_ += lineText.substr(0, lineText.find_last_not_of(" \t\r\f") + 1);
      if (more) {
        out_ += '\n';
        rest.remove_prefix(end + 1);
      }
    }
  }

  /// Several blanks stay: people separate and align with them.
  std::size_t blanksBetween(std::size_t index) const {
    const std::size_t gap = tokens_[index].begin - tokens_[index - 1].end;
    const std::size_t usual = usualBlanks(index);
    return usual == 1 ? std::max(gap, usual) : usual;
  }

  std::size_t usualBlanks(std::size_t index) const {
    const RawToken &left = tokens_[index - 1], &right = tokens_[index];
    const std::size_t gap = right.begin - left.end;
    const std::size_t asWritten = gap > 0 ? 1 : 0;
    if (isComment(right)) return 1;
    if (isComment(left)) return asWritten;
    const auto l = left.type, r = right.type;
    if (r == TokenType::COMMA || r == TokenType::RPAREN || r == TokenType::RBRACKET) return 0;
    if (l == TokenType::LPAREN || l == TokenType::LBRACKET) return 0;
    if (l == TokenType::COLON && r == TokenType::LBRACE) return asWritten;  // @cmd:{
    if (l == TokenType::COMMA || l == TokenType::COLON) return 1;
    if (r == TokenType::COLON) return 0;
    if (l == TokenType::LBRACE && r == TokenType::RBRACE) return asWritten;
    if (l == TokenType::LBRACE || r == TokenType::RBRACE || r == TokenType::LBRACE) return 1;
    if (l == TokenType::NOT && standsFree(r)) return asWritten;  // != and the like
    const bool negated = r == TokenType::NOT && index + 1 < tokens_.size() && tokens_[index + 1].begin == right.end;
    if (standsFree(l) || standsFree(r) || (negated && standsFree(tokens_[index + 1].type))) return 1;
    return asWritten;
  }

  std::string_view text_;
  std::vector<RawToken> tokens_;  // comments among them
  std::vector<Level> levels_;
  std::string out_;
};

/// Blanks may keep signs apart that are another one together; nothing that parses does that.
bool haveSameTokens(std::string_view before, std::string_view after) {
  Scanner left(before), right(after);
  for (;;) {
    const RawToken a = left.next(), b = right.next();
    if (a.type != b.type) return false;
    if (a.type == Token::endOfInput) return true;
    if (!isComment(a) && before.substr(a.begin, a.end - a.begin) != after.substr(b.begin, b.end - b.begin)) return false;
  }
}

}  // namespace

std::optional<std::string> formatted(std::string_view text) {
  std::optional<std::string> result = Formatter(text).run();
  if (result && !haveSameTokens(text, *result)) return std::nullopt;
  return result;
}

}  // namespace aunit::parser::alloy
