// Excerpts of sources, and valuations, as text for the terminal.
#pragma once

#include <string>
#include <string_view>

#include "reporters/terminal/style.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// "--> path:line:column", then the lines of the place with a caret line under each. Empty if the place is unknown.
std::string excerpt(const suite::Place& place, const Style& style);

/// A line with the title, then a line for each relation; a trace has a column for each of the first states. Empty for a table
/// without rows.
std::string tableText(std::string_view title, const suite::ValuationTable& table, const Style& style);

}  // namespace aunit::reporters
