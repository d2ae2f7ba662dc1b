// Splits and quotes command lines for completion in bash.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::cli {

/// A line up to the cursor, split into words. Quotes are removed; nothing is expanded or run.
struct ShellLine {
  std::vector<std::string> words;  // without the command's name; the last word is being typed and may be empty
  char quote = 0;                  // the quote (' or ") that is still open at the end; 0 if none is
  std::size_t kept = 0;            // the line editor keeps the first `kept` bytes of the last word, and replaces the others
};

/// `breaks` is bash's COMP_WORDBREAKS. Readline (_rl_find_completion_word) replaces only the text after the last unquoted
/// character of `breaks`, or the text after the open quote.
ShellLine splitShellLine(std::string_view line, std::string_view breaks);

/// The text as it must be typed inside the open quote `quote`, or outside of quotes if `quote` is 0. A leading `~/` stays
/// unquoted.
std::string shellQuoted(std::string_view text, char quote);

}  // namespace aunit::cli
