// Lays out texts, whatever their language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::parser {

/// The role of a token in the layout.
enum class Role : std::uint8_t {
  word,  // any other token: blanks around it stay
  comment,
  comma,
  colon,
  openBrace,  // one blank after it
  closeBrace,
  openRound,  // no blank after it
  openTight,  // no blank before or after it
  closeRound,
  openLoose,  // blanks after it stay
  closeLoose,
  free,      // a binary operator: one blank on both sides
  tight,     // no blanks around it
  prefix,    // an operator before its operand: no blank after it
  negation,  // a prefix that may form one operator with a free sign after it
  label,     // a word that may be indented less than the lines around it
  divider,   // like free; alone on a line it is indented like the line with its opening bracket
};

/// The spelling of Alloy's operators that have two: `&&` or `and`, `!` or `not`.
enum class OperatorStyle : std::uint8_t { keep, symbols, words };

/// A token: bytes [begin, end) of a text. `first`: it begins a paragraph if it begins a line. `aligned`: it shares a column with
/// the aligned tokens of adjacent lines; a line has at most one.
struct LayoutToken {
  Role role = Role::word;
  std::uint32_t begin = 0, end = 0;
  bool first = false;
  bool aligned = false;
};

/// The text with uniform blanks. The tokens, the line breaks and the comments stay the same.
///
/// Each level of brackets is indented by two more columns; or up to the token after its bracket, if the line was written at that
/// token's column or beyond. Lines that continue another keep their distance. There is one blank on both sides of free operators
/// and after commas and colons; none before commas and colons, inside parentheses, and at ends of lines; and at most one empty
/// line in a row. Several blanks next to an operator stay only if the token after them is in one column with a token above or
/// below; between words they always stay. Comments at the ends of lines stay in one column if they were.
///
/// `tokens` are all parts of the text except blanks, in order, including comments. Line breaks must be LF.
std::string laidOut(std::string_view text, const std::vector<LayoutToken>& tokens);

}  // namespace aunit::parser
