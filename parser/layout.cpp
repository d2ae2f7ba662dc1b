#include "parser/layout.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "support/utf8.h"

namespace aunit::parser {

namespace {

constexpr std::size_t step = 2, tabStop = 4;

bool isComment(const LayoutToken& token) {
  return token.role == Role::comment;
}

bool opens(const LayoutToken& token) {
  return token.role == Role::openBrace || token.role == Role::openRound || token.role == Role::openTight ||
         token.role == Role::openLoose;
}

bool closes(const LayoutToken& token) {
  return token.role == Role::closeBrace || token.role == Role::closeRound || token.role == Role::closeLoose;
}

bool standsFree(Role role) {
  return role == Role::free || role == Role::divider;
}

/// Returns the number of code points after the last line break.
std::size_t widthOf(std::string_view text) {
  return support::codePoints(text.substr(text.rfind('\n') + 1));
}

class Formatter {
 public:
  Formatter(std::string_view text, const std::vector<LayoutToken>& tokens) : text_(text), tokens_(tokens) {}

  std::string run() {
    for (std::size_t first = 0; first < tokens_.size();) {
      std::size_t end = first + 1;
      while (end < tokens_.size() && linesBetween(tokens_[end - 1].end, tokens_[end].begin) == 0) ++end;
      lines_.push_back({first, end, first > 0 && linesBetween(tokens_[first - 1].end, tokens_[first].begin) > 1});
      first = end;
    }
    findColumns();
    for (std::size_t at = 0; at < lines_.size(); at = align(at)) {
    }
    for (Line& each : lines_) layOut(each);
    alignComments();
    std::string out;
    for (const Line& each : lines_) {
      if (each.afterEmpty) out += '\n';
      out.append(each.text).append(each.comment.empty() ? 0 : each.gap, ' ').append(each.comment) += '\n';
    }
    return out;
  }

 private:
  /// An open bracket.
  struct Level {
    std::size_t indent = 0;                   // indentation of the line with the bracket
    std::optional<std::size_t> writtenFirst;  // original indentation of the first line after the bracket
    // Original column of the token after the bracket on the same line, and its new column (`beside`).
    std::optional<std::size_t> writtenBeside;
    std::size_t beside = 0;
  };

  /// Tokens [first, end). `text`: the line without a comment at its end; `comment`: that comment, after `gap` blanks.
  struct Line {
    std::size_t first = 0, end = 0;
    bool afterEmpty = false;
    std::string text = {}, comment = {};
    std::size_t gap = 0;
  };

  std::string_view textOf(const LayoutToken& token) const { return text_.substr(token.begin, token.end - token.begin); }
  std::size_t linesBetween(std::uint32_t begin, std::uint32_t end) const {
    return static_cast<std::size_t>(std::ranges::count(text_.substr(begin, end - begin), '\n'));
  }

  /// Returns the original column of a token.
  std::size_t writtenColumn(const LayoutToken& token) const {
    const std::size_t before = token.begin == 0 ? std::string_view::npos : text_.rfind('\n', token.begin - 1);
    std::size_t column = 0;
    for (const char c : text_.substr(before == std::string_view::npos ? 0 : before + 1, token.begin - (before + 1)))
      if (c == '\t')
        column = (column / tabStop + 1) * tabStop;
      else if (!support::continuesCodePoint(c))
        ++column;
    return column;
  }

  /// Finds pairs of tokens that were in the same column of adjacent lines. The two tokens, or the tokens before them, must be
  /// equal.
  void findColumns() {
    // By line and column: the token that begins there, unless it is the first token of its line.
    std::vector<std::map<std::size_t, std::size_t>> places;
    for (const Line& line : lines_) {
      places.emplace_back();
      for (std::size_t i = line.first + 1; i < line.end; ++i) places.back().emplace(writtenColumn(tokens_[i]), i);
    }
    for (std::size_t at = 1; at < lines_.size(); ++at)
      for (const auto& [column, token] : places[at]) {
        const auto above = places[at - 1].find(column);
        if (above == places[at - 1].end() || lines_[at].afterEmpty) continue;
        const auto equal = [&](std::size_t back) {
          return textOf(tokens_[token - back]) == textOf(tokens_[above->second - back]);
        };
        if (equal(0) || equal(1)) inColumn_.insert({token, above->second});
      }
  }

  /// Sets the blanks before the aligned tokens of consecutive lines, beginning at line `at`. Returns the first line after them.
  std::size_t align(std::size_t at) {
    std::vector<std::pair<std::size_t, std::size_t>> found;  // an aligned token, and the width of its line up to there
    std::size_t widest = 0;
    for (; at < lines_.size() && (found.empty() || !lines_[at].afterEmpty); ++at) {
      std::size_t width = 0, i = lines_[at].first;
      for (; i < lines_[at].end && !tokens_[i].aligned; ++i)
        width += widthOf(textOf(tokens_[i])) + (i == lines_[at].first ? 0 : blanksBetween(i));
      if (i == lines_[at].end) {
        if (isContinuation(at)) continue;
        break;
      }
      found.emplace_back(i, width);
      widest = std::max(widest, width);
    }
    for (const auto& [token, width] : found) blanks_[token] = widest + 1 - width;
    return found.empty() ? at + 1 : at;
  }

  /// Whether a line continues the line before it. False after a comma or comment, and before a comment or closing bracket.
  bool isContinuation(std::size_t at) const {
    return at > 0 && tokens_[lines_[at - 1].end - 1].role != Role::comma && !isComment(tokens_[lines_[at].first]) &&
           !isComment(tokens_[lines_[at - 1].end - 1]) && !closes(tokens_[lines_[at].first]);
  }

  /// Aligns comments at the ends of consecutive lines if they were in one column. The smallest distance between a line and
  /// its comment stays the same.
  void alignComments() {
    for (std::size_t begin = 0; begin < lines_.size();) {
      std::size_t end = begin, widest = 0, gap = 0;
      std::optional<std::size_t> column;
      for (; end < lines_.size() && (end == begin || !lines_[end].afterEmpty); ++end) {
        const Line& each = lines_[end];
        if (each.comment.empty()) continue;
        const std::size_t written = writtenColumn(tokens_[each.end - 1]);
        if (column && *column != written) break;
        gap = column ? std::min(gap, each.gap) : each.gap;
        column = written;
        widest = std::max(widest, widthOf(each.text));
      }
      for (; begin < end; ++begin) lines_[begin].gap = widest + gap - std::min(widest + gap, widthOf(lines_[begin].text));
    }
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

  void layOut(Line& line) {
    const auto [first, end] = std::pair(line.first, line.end);
    const std::size_t indent = indentOf(first, end);
    std::string& out = line.text;
    out.append(indent, ' ');
    for (std::size_t i = first; i < end; ++i) {
      const std::size_t blanks = i > first ? blanksBetween(i) : 0;
      if (i > first && i + 1 == end && isComment(tokens_[i])) {
        line.gap = blanks;
        add(tokens_[i], line.comment);
        break;
      }
      out.append(blanks, ' ');
      if (i > first && opens(tokens_[i - 1]) && !levels_.empty() && !isComment(tokens_[i])) {
        levels_.back().writtenBeside = writtenColumn(tokens_[i]);
        levels_.back().beside = widthOf(out);
      }
      add(tokens_[i], out);
      if (opens(tokens_[i])) levels_.push_back({indent, {}, {}, 0});
      if (closes(tokens_[i]) && !levels_.empty()) levels_.pop_back();
    }
  }

  /// Appends a token. A comment keeps its lines, except for blanks at their ends.
  void add(const LayoutToken& token, std::string& out) const {
    if (!isComment(token)) {
      out += textOf(token);
      return;
    }
    std::string_view rest = textOf(token);
    for (bool more = true; more;) {
      const std::size_t end = rest.find('\n');
      more = end != std::string_view::npos;
      const std::string_view lineText = rest.substr(0, end);
      out += lineText.substr(0, lineText.find_last_not_of(" \t\r\f") + 1);
      if (more) {
        out += '\n';
        rest.remove_prefix(end + 1);
      }
    }
  }

  /// Returns the number of blanks before a token. Where one blank is usual, several blanks stay: they may align something.
  /// Next to an operator, they stay only if the token was in one column with a token of an adjacent line.
  std::size_t blanksBetween(std::size_t index) const {
    if (const auto chosen = blanks_.find(index); chosen != blanks_.end()) return chosen->second;
    const std::size_t gap = tokens_[index].begin - tokens_[index - 1].end;
    const std::size_t usual = usualBlanks(index);
    if (usual != 1 || gap <= 1) return usual;
    return besideOperator(index) && !inColumn_.contains(index) ? usual : gap;
  }

  bool besideOperator(std::size_t index) const {
    const Role l = tokens_[index - 1].role, r = tokens_[index].role;
    if (r == Role::comment) return false;
    const bool behindLabel = l == Role::colon && index > 1 && tokens_[index - 2].role == Role::label;
    return standsFree(l) || standsFree(r) || l == Role::comma || (l == Role::colon && !behindLabel) || r == Role::negation ||
           l == Role::negation;
  }

  std::size_t usualBlanks(std::size_t index) const {
    const LayoutToken &left = tokens_[index - 1], &right = tokens_[index];
    const std::size_t gap = right.begin - left.end;
    const std::size_t asWritten = gap > 0 ? 1 : 0;
    if (isComment(right)) return 1;
    if (isComment(left)) return asWritten;
    const Role l = left.role, r = right.role;
    if (r == Role::comma || r == Role::closeRound || r == Role::openTight) return 0;
    if (l == Role::openRound || l == Role::openTight || l == Role::tight || r == Role::tight || l == Role::prefix) return 0;
    if (l == Role::negation && !support::isWordPart(textOf(left).back())) return 0;
    if (l == Role::negation && r == Role::openRound) return 1;
    if (l == Role::colon && r == Role::openBrace) return asWritten;  // as in `@cmd:{`
    if (l == Role::comma || l == Role::colon) return 1;
    if (r == Role::colon) return 0;
    if (l == Role::openBrace && r == Role::closeBrace) return asWritten;
    if (r == Role::openBrace && l == Role::word && !support::isWordPart(textOf(left).back()))
      return asWritten;  // between an operator and `{`, as in `~{ a, b: A | ... }`
    if (l == Role::openBrace || r == Role::closeBrace || r == Role::openBrace) return 1;
    const bool negated = r == Role::negation && index + 1 < tokens_.size() && standsFree(tokens_[index + 1].role);
    if (standsFree(l) || standsFree(r) || negated) return 1;  // `negated`: `!` belongs to the next operator, as in `!=`
    return asWritten;
  }

  std::string_view text_;
  const std::vector<LayoutToken>& tokens_;
  std::vector<Line> lines_;
  std::set<std::size_t> inColumn_;             // tokens that were in one column with a token of an adjacent line
  std::map<std::size_t, std::size_t> blanks_;  // by aligned token: number of blanks before it
  std::vector<Level> levels_;
};

}  // namespace

std::string laidOut(std::string_view text, const std::vector<LayoutToken>& tokens) {
  return Formatter(text, tokens).run();
}

}  // namespace aunit::parser
