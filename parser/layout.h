// The layout of texts, whatever their language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::parser {

/// The role of a token in the layout.
enum class Role : std::uint8_t {
  word,  // any other token: blanks around it stay as they are written
  comment,
  comma,
  colon,
  openBrace,  // a blank behind it
  closeBrace,
  openRound,  // no blank behind it
  openTight,  // no blank in front of it and behind it
  closeRound,
  openLoose,  // behind it as written
  closeLoose,
  free,      // an operator that only stands between two operands
  tight,     // no blanks around it
  prefix,    // an operator in front of its operand: no blank behind it
  negation,  // a prefix that may form one operator with a free sign behind it
  label,     // a word that may stand further out than the lines around it
  divider,   // like free; on a line of its own it stands as far out as the brackets around it
};

/// How operators of Alloy that have two spellings are written: `&&` or `and`, `!` or `not`.
enum class OperatorStyle : std::uint8_t { keep, symbols, words };

/// A token: bytes [begin, end) of a text. With `first`, it begins a paragraph when it begins a line. `aligned` tokens of
/// consecutive lines stand in one column; a line has at most one.
struct LayoutToken {
  Role role = Role::word;
  std::uint32_t begin = 0, end = 0;
  bool first = false;
  bool aligned = false;
};

/// The text with uniform blanks. Each level of brackets is indented by two further columns (or stands below the token behind its
/// bracket on the same line, if it was written there; the continuation of a line keeps its distance). There is one blank on both
/// sides of free operators and behind commas and colons, but none in front of commas and colons, inside of parentheses and at the
/// end of a line; and at most one empty line at a time. Several blanks beside an operator stay only if the token behind them
/// stands below or above another one; several blanks between words stay. Comments at the ends of lines that stood in one column
/// do so afterwards. Line breaks, comments, and words written without a blank between them stay. So the tokens are the same.
/// `tokens` are all parts that are no blanks, in order, comments included. Line breaks are LF.
std::string laidOut(std::string_view text, const std::vector<LayoutToken>& tokens);

}  // namespace aunit::parser
