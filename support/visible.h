// Makes text from other sources (names, paths, saved data) safe for terminals and logs. The result cannot move the cursor, set
// colours, end a line, reverse the direction of writing, or be a command to a service that reads the log.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::support {

/// The text on one line. Escapes (`\n`, `\t`, `\x1b`, `\u{202e}`, `\xff`) replace control characters
/// (C0, C1, line and paragraph separators), marks that reorder text or are invisible, and invalid bytes.
/// Also escapes the first character of a command that CI services recognise anywhere in a line
/// (`##[error]`).
std::string oneLine(std::string_view text);

/// Like oneLine(), for text with several lines: preserves line breaks and tabs. If a line begins like a workflow command
/// (`::error::`), escapes its first colon, too. If `colors`, preserves escape codes for colours and styles.
std::string visible(std::string_view text, bool colors);

/// A line of source. Tabs become blanks up to the next multiple of eight columns; other characters are escaped as in oneLine().
struct VisibleLine {
  std::string text;
  std::vector<std::size_t> columns;  // first column of each code point, from 0; then the column after the last code point
};
VisibleLine visibleLine(std::string_view line);

}  // namespace aunit::support
