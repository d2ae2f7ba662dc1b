// Words and quotes of command lines typed into bash, and the beginnings of words for its line editor.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::cli {

/// A line up to the cursor. Quotes are removed; nothing is expanded, and nothing runs.
struct ShellLine {
  std::vector<std::string> words;  // behind the command's name; the last one is being typed, empty behind a blank
  char quote = 0;                  // the quote that is still open at the end: ' or "; 0: none
  std::size_t kept = 0;            // bytes of the last word that the line editor keeps; it replaces the rest
};

/// `breaks` is bash's COMP_WORDBREAKS. Its line editor replaces the text behind the last of these characters outside of quotes
/// (readline's _rl_find_completion_word), or behind the open quote.
ShellLine splitShellLine(std::string_view line, std::string_view breaks);

/// The text as it has to be typed, inside this open quote or outside of quotes (0). A `~/` at the beginning stays unquoted.
std::string shellQuoted(std::string_view text, char quote);

}  // namespace aunit::cli
