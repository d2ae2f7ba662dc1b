// The layout of a text, whatever its language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::parser {

/// What a token is to its layout.
enum class Role : std::uint8_t {
  word,  // all others: blanks around it stay as they are written
  comment,
  comma,
  colon,
  openBrace,  // a blank behind it
  closeBrace,
  openRound,  // no blank behind it
  closeRound,
  openLoose,  // as written behind it
  closeLoose,
  free,      // stands between two operands and nowhere else
  negation,  // may stand in front of a free sign and be one with it
  label,     // a word that may stand further out than what is around it
  divider,   // free, and on a line of its own as far out as the brackets around it
};

/// Bytes [begin, end) of a text. `first`: at the beginning of a line it begins a paragraph.
struct LayoutToken {
  Role role = Role::word;
  std::uint32_t begin = 0, end = 0;
  bool first = false;
};

/// The text with uniform blanks: each level of brackets stands two further in (or below what stands behind its bracket on the
/// same line, where it was written there; what continues a line keeps how much further in it is), blanks around free signs and
/// behind commas and colons, none in front of these, inside of parentheses and at the end of a line, at most one empty line at a
/// time. Line breaks, comments, several blanks and what is written without one stay; so the tokens are the same, and a second
/// time changes nothing. `tokens` are all that is no blank, in order, comments among them. Line breaks are LF.
std::string laidOut(std::string_view text, const std::vector<LayoutToken>& tokens);

}  // namespace aunit::parser
