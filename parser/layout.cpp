#include "parser/layout.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "support/utf8.h"

namespace aunit::parser {

namespace {

constexpr std::size_t step = 2, tabStop = 4;

bool isComment(const LayoutToken& token) {
  return token.role == Role::comment;
}

bool opens(const LayoutToken& token) {
  return token.role == Role::openBrace || token.role == Role::openRound || token.role == Role::openLoose;
}

bool closes(const LayoutToken& token) {
  return token.role == Role::closeBrace || token.role == Role::closeRound || token.role == Role::closeLoose;
}

bool standsFree(Role role) {
  return role == Role::free || role == Role::divider;
}

class Formatter {
 public:
  Formatter(std::string_view text, const std::vector<LayoutToken>& tokens) : text_(text), tokens_(tokens) {}

  std::string run() {
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
    std::optional<std::size_t> writtenFirst;  // the old indentation of the first line behind it
    // The old and the new column of the token behind it on its line.
    std::optional<std::size_t> writtenBeside;
    std::size_t beside = 0;
  };

  std::string_view textOf(const LayoutToken& token) const { return text_.substr(token.begin, token.end - token.begin); }
  std::size_t linesBetween(std::uint32_t begin, std::uint32_t end) const {
    return static_cast<std::size_t>(std::ranges::count(text_.substr(begin, end - begin), '\n'));
  }

  /// The column of a token as it was.
  std::size_t writtenColumn(const LayoutToken& token) const {
    const std::size_t before = token.begin == 0 ? std::string_view::npos : text_.rfind('\n', token.begin - 1);
    std::size_t column = 0;
    for (const char c : text_.substr(before == std::string_view::npos ? 0 : before + 1, token.begin - (before + 1)))
      column = c == '\t' ? (column / tabStop + 1) * tabStop : column + 1;
    return column;
  }

  std::size_t indentOf(std::size_t first, std::size_t end) {
    const LayoutToken& token = tokens_[first];
    const std::size_t written = writtenColumn(token);
    if (closes(token)) {
      std::size_t closed = 0;
      while (first + closed < end && closes(tokens_[first + closed])) ++closed;
      return levels_.size() < closed ? 0 : levels_[levels_.size() - closed].indent;
    }
    if (levels_.empty()) return token.first ? 0 : written;
    Level& level = levels_.back();
    if (token.role == Role::divider) return level.indent;
    if (level.writtenBeside && written >= *level.writtenBeside) return level.beside + written - *level.writtenBeside;
    if (!level.writtenFirst) level.writtenFirst = written;
    if (token.role == Role::label && written < *level.writtenFirst) {
      const std::size_t usual = level.indent + step;
      return usual - std::min(usual, *level.writtenFirst - written);
    }
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
  void add(const LayoutToken& token) {
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
    const LayoutToken &left = tokens_[index - 1], &right = tokens_[index];
    const std::size_t gap = right.begin - left.end;
    const std::size_t asWritten = gap > 0 ? 1 : 0;
    if (isComment(right)) return 1;
    if (isComment(left)) return asWritten;
    const Role l = left.role, r = right.role;
    if (r == Role::comma || r == Role::closeRound) return 0;
    if (l == Role::openRound) return 0;
    if (l == Role::colon && r == Role::openBrace) return asWritten;  // @cmd:{
    if (l == Role::comma || l == Role::colon) return 1;
    if (r == Role::colon) return 0;
    if (l == Role::openBrace && r == Role::closeBrace) return asWritten;
    if (r == Role::openBrace && l == Role::word && !support::isWordPart(textOf(left).back()))
      return asWritten;  // ~{ a, b: A | ... }
    if (l == Role::openBrace || r == Role::closeBrace || r == Role::openBrace) return 1;
    if (l == Role::negation && standsFree(r)) return asWritten;  // != and the like
    const bool negated = r == Role::negation && index + 1 < tokens_.size() && tokens_[index + 1].begin == right.end;
    if (standsFree(l) || standsFree(r) || (negated && standsFree(tokens_[index + 1].role))) return 1;
    return asWritten;
  }

  std::string_view text_;
  const std::vector<LayoutToken>& tokens_;
  std::vector<Level> levels_;
  std::string out_;
};

}  // namespace

std::string laidOut(std::string_view text, const std::vector<LayoutToken>& tokens) {
  return Formatter(text, tokens).run();
}

}  // namespace aunit::parser
