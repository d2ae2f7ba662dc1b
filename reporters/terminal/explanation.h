// Explanations of why a test did not pass, as text for the terminal.
#pragma once

#include <string>

#include "reporters/terminal/style.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// Several lines: the broken constraint with its place, its source with a caret line, the witness, the values of both sides,
/// expected and actual with the difference marked, the valuation as a table; for an error its diagnostics. Unless `whole`, the
/// table has only the relations that the reason mentions, and counts the others. Empty for a test that passed.
std::string explain(const suite::TestResult& test, const Style& style, bool whole = false);

/// The valuation as a table if the test passed and the solver completed its valuation; else empty.
std::string completion(const suite::TestResult& test, const Style& style);

}  // namespace aunit::reporters
