// Command lines as people type them into bash: words, quotes, and what its line editor takes for the beginning of a word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::cli {

/// A line up to the cursor. Quotes are removed; nothing is expanded, and nothing runs.
struct ShellLine {
  std::vector<std::string> words;  // behind the command's; the last one is being typed: empty behind a blank
  char quote = 0;                  // that is still open at its end: ' or "
  std::size_t kept = 0;            // bytes of the last word in front of what the line editor replaces
};

/// `breaks`: bash's COMP_WORDBREAKS. Its line editor replaces what stands behind the last of them outside of quotes (readline's
/// _rl_find_completion_word), or behind the quote that is open.
ShellLine splitShellLine(std::string_view line, std::string_view breaks);

/// As it has to be typed, inside this open quote or outside of any (0). `~/` at the beginning stays what it is.
std::string shellQuoted(std::string_view text, char quote);

}  // namespace aunit::cli
