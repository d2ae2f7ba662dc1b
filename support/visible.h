// Escapes text from others (names, paths, saved data) for terminals and logs. The result cannot move the cursor, set colours, end
// a line, reverse the direction of writing, or be a command to a service that reads the log.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::support {

/// The text in one line. Escapes (`\n`, `\t`, `\x1b`, `\u{202e}`, `\xff`) replace control characters (C0, C1, line and paragraph
/// separators), marks that reorder text or are invisible, and invalid bytes. The first character of a command that CI services
/// read anywhere in a line (`##[error]`) is escaped, too.
std::string oneLine(std::string_view text);

/// Like oneLine(), for text of several lines: line breaks and tabs stay. If a line begins like a workflow command (`::error::`),
/// its first colon is escaped as well. With `colors`, escape codes for colours and styles stay.
std::string visible(std::string_view text, bool colors);

/// A line of source: a tab becomes blanks up to the next multiple of eight columns, other characters are escaped as in oneLine().
struct VisibleLine {
  std::string text;
  std::vector<std::size_t> columns;  // by code point of the line: its first column, from 0; one more for the end
};
VisibleLine visibleLine(std::string_view line);

}  // namespace aunit::support
