// Excerpts of sources, and valuations, as text for the terminal.
#pragma once

#include <string>
#include <string_view>

#include "reporters/terminal/style.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// "--> path:line:column", then the lines of the place, each with a line of carets below. Empty if the place is unknown.
std::string excerpt(const suite::Place& place, const Style& style);

/// A line with the title, then a line for each relation. For a trace, each of the first six states has a column. Empty if the
/// table has no rows.
std::string tableText(std::string_view title, const suite::ValuationTable& table, const Style& style);

}  // namespace aunit::reporters
