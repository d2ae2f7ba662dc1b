// Escaping of text that others wrote (names, paths, saved data) for terminals and logs: nothing in the result can move the
// cursor, paint, end a line, turn the direction of writing, or be taken for a command by a service that reads the log.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::support {

/// The text in one line. Escapes (`\n`, `\t`, `\x1b`, `\u{202e}`, `\xff`) stand for control characters (C0, C1, line and
/// paragraph separators), marks that reorder text or are invisible, bytes that are no UTF-8, and the first character of a command
/// that a CI service reads wherever it stands (`##[error]`).
std::string oneLine(std::string_view text);

/// Like oneLine(), for text of several lines: line breaks and tabs stay, and a line that begins like a workflow command
/// (`::error::`) has its first colon escaped as well. With `colors`, the escape codes that only paint stay.
std::string visible(std::string_view text, bool colors);

/// A line of source: tabs are blanks up to the next multiple of eight columns, the rest is as in oneLine().
struct VisibleLine {
  std::string text;
  std::vector<std::size_t> columns;  // where each code point of the line begins, from 0; one more for the end
};
VisibleLine visibleLine(std::string_view line);

}  // namespace aunit::support
