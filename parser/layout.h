// The layout of texts, the same for all languages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::parser {

/// The role of a token in the layout.
enum class Role : std::uint8_t {
  word,  // a token without any role below: blanks around it stay as written
  comment,
  comma,
  colon,
  openBrace,  // one blank after it
  closeBrace,
  openRound,  // no blank after it
  openTight,  // no blank before or after it
  closeRound,
  openLoose,  // blanks after it stay as written
  closeLoose,
  free,      // a binary operator: one blank on both sides
  tight,     // no blanks around it
  prefix,    // an operator before its operand: no blank after it
  negation,  // a prefix that may form one operator with the free operator after it, as in !=
  label,     // a word that may be indented less than the lines around it
  divider,   // like `free`; at the start of a line it is indented like the line with its opening bracket
};

/// The spelling of operators of Alloy that have two spellings: `&&` or `and`, `!` or `not`.
enum class OperatorStyle : std::uint8_t { keep, symbols, words };

/// A token: bytes [begin, end) of a text. `first`: the token begins a paragraph if it is the first of its line. `aligned`: the
/// token is moved to the same column as the aligned tokens of adjacent lines; a line has at most one aligned token.
struct LayoutToken {
  Role role = Role::word;
  std::uint32_t begin = 0, end = 0;
  bool first = false;
  bool aligned = false;
};

/// Returns the text with uniform blanks. The tokens, the line breaks and the comments stay the same. Each level of brackets is
/// indented by two more columns. If a token follows the opening bracket on the same line, and a later line of `text` begins at or
/// after the column of this token, the later line is indented relative to the token instead. A line that continues another line
/// keeps its indentation relative to the other line. There is one blank on both sides of free operators, and after commas and
/// colons. There is no blank before commas and colons, inside parentheses, and at ends of lines. There is at most one empty line
/// in a row. Several blanks between words stay. Several blanks next to an operator stay only if the token after them is in one
/// column with a token above or below. Comments at the ends of lines stay in one column if they were in one column before.
/// `tokens`: all parts of the text except blanks, in order, including comments. Line breaks must be LF.
std::string laidOut(std::string_view text, const std::vector<LayoutToken>& tokens);

}  // namespace aunit::parser
