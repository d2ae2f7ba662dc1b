// Text that others wrote (names, paths, saved data) as terminals and logs may show it: nothing in it can move the cursor, paint,
// end a line, turn the direction of writing, or be taken for a command by what reads the log.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::model {

/// In one line: control characters (C0, C1, line and paragraph separators), marks that reorder text or are invisible, and bytes
/// that are no UTF-8 are shown as escapes: `\n`, `\t`, `\x1b`, `\u{202e}`, `\xff`. So is the first character of what a CI service
/// reads as a command wherever it stands (`##[error]`).
std::string oneLine(std::string_view text);

/// Text of several lines: line breaks and tabs stay; a line that begins like a workflow command (`::error::`) has its first
/// character escaped as well. With `colors` the codes that this program paints with stay.
std::string visible(std::string_view text, bool colors);

/// A line of source with tab stops every eight columns as blanks and the rest as in `oneLine`.
struct VisibleLine {
  std::string text;
  std::vector<std::size_t> columns;  // where each code point of the line begins, from 0; one more for the end
};
VisibleLine visibleLine(std::string_view line);

}  // namespace aunit::model
