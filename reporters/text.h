// Pieces of text that several reporters share.
#pragma once

#include <string>
#include <string_view>

#include "runner/run_result.h"

namespace aunit::reporters {

/// "12.3 s", "45 ms", "0.21 ms".
std::string duration(double milliseconds);

/// "3 failed, 12 passed, 1 skipped": the nonzero counts, failures first, then how many tests are not confirmed yet (tag
/// @proposed); "no tests" if there are none.
std::string counts(const runner::RunResult& run);

/// How the tests were decided: "10 evaluated, 1 completed by solving, 2 solved". Empty if no test was decided.
std::string engines(const runner::RunResult& run);

/// The text without characters that a page should not have. Control characters other than tab and line breaks, marks that change
/// the text direction (the source would not read as it is parsed), and bytes that are not UTF-8 become U+FFFD.
std::string withoutControls(std::string_view text);

/// Columns that a text takes on a terminal, one per code point (no colours inside).
std::size_t displayWidth(std::string_view text);

/// The text if it takes at most `width` columns, else its start with "..." appended.
std::string shortened(std::string_view text, std::size_t width);

// Most columns of a value alone in its line, and of a value beside others, in the terminal. JSON has values in full.
inline constexpr std::size_t longestValue = 100;
inline constexpr std::size_t longestCell = 40;

/// The text, filled with blanks up to `width` columns.
std::string padded(std::string_view text, std::size_t width);

/// Indents every line that is not empty by two columns; the last line ends in a line break.
std::string indented(const std::string& text);

}  // namespace aunit::reporters
