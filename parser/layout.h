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
  closeRound,
  openLoose,  // behind it as written
  closeLoose,
  free,      // an operator that only stands between two operands
  negation,  // may form one operator with a free sign behind it
  label,     // a word that may stand further out than the lines around it
  divider,   // like free; on a line of its own it stands as far out as the brackets around it
};

/// A token: bytes [begin, end) of a text. With `first`, it begins a paragraph when it begins a line.
struct LayoutToken {
  Role role = Role::word;
  std::uint32_t begin = 0, end = 0;
  bool first = false;
};

/// The text with uniform blanks. Each level of brackets is indented by two further columns (or stands below the token behind its
/// bracket on the same line, if it was written there; the continuation of a line keeps its distance). There are blanks around
/// free operators and behind commas and colons, but none in front of commas and colons, inside of parentheses and at the end of a
/// line; and at most one empty line at a time. Line breaks, comments, several blanks, and words written without a blank between
/// them stay. So the tokens are the same, and a second layout changes nothing. `tokens` are all parts that are no blanks, in
/// order, comments included. Line breaks are LF.
std::string laidOut(std::string_view text, const std::vector<LayoutToken>& tokens);

}  // namespace aunit::parser
