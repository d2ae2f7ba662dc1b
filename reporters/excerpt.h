// Pieces of sources and valuations as the terminal shows them.
#pragma once

#include <string>
#include <string_view>

#include "reporters/style.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// "--> path:line:column", then its lines with a caret line under each. Empty for a place that is not known.
std::string excerpt(const suite::Place& place, const Style& style);

/// A line with the title, then a line for each relation; of traces a column for each of the first states. Empty for no rows.
std::string tableText(std::string_view title, const suite::ValuationTable& table, const Style& style);

}  // namespace aunit::reporters
