// Pieces of text that several reporters share.
#pragma once

#include <string>
#include <string_view>

#include "runner/run_result.h"

namespace aunit::reporters {

/// The duration with its unit: "12.3 s", "45 ms", "0.21 ms".
std::string duration(double milliseconds);

/// "3 failed, 12 passed, 1 skipped": the counts that are not zero, failures first. After the outcomes come the number of tests
/// with the tag @proposed and the number of warnings. "no tests ran" if all counts are zero.
std::string counts(const runner::RunResult& run);

/// How the tests were decided: "10 evaluated, 1 completed by the solver, 2 decided by the solver". Empty if no test was decided.
std::string engines(const runner::RunResult& run);
/// How an engine decides a test, for people: "decided by the solver".
std::string engineInWords(suite::Engine engine);

/// Replaces by U+FFFD what a page must not contain: control characters other than tab and line breaks, bytes that are not UTF-8,
/// and marks that change the text direction (a reader would see another order than the parser).
std::string withoutControls(std::string_view text);

/// The number of columns that a text without colours takes on a terminal: one per code point.
std::size_t displayWidth(std::string_view text);

/// The text if it takes at most `width` columns, else its beginning and "...".
std::string shortened(std::string_view text, std::size_t width);

// Limits for the columns that a value takes in the terminal: `longestValue` if it is alone on its line, `longestCell` if it is
// beside other values. JSON has values in full.
inline constexpr std::size_t longestValue = 100;
inline constexpr std::size_t longestCell = 40;

/// The text with blanks appended up to `width` columns.
std::string padded(std::string_view text, std::size_t width);

/// The text with each line that is not empty indented by two columns; ends in a line break.
std::string indented(const std::string& text);

}  // namespace aunit::reporters
