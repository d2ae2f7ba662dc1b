// The layout of an Alloy text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aunit::parser::alloy {

/// The text with uniform blanks: each level of brackets stands two further in (or below what stands behind its bracket on the
/// same line, where it was written there; what continues a line keeps how much further in it is), blanks around `=`, `|`, `=>`
/// and the like and behind commas and colons, none in front of these, inside of parentheses and at the end of a line, at most one
/// empty line at a time. Line breaks, comments, several blanks and what is written without one stay; so the tokens are the same,
/// and a second time changes nothing. Nothing where the text holds what is no token. Line breaks are LF.
std::optional<std::string> formatted(std::string_view text);

}  // namespace aunit::parser::alloy
