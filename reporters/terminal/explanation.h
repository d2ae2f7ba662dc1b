// Explanations of why a test did not pass, as text for the terminal.
#pragma once

#include <string>

#include "reporters/terminal/style.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// For a test that failed: the violated constraint with its place and source lines; the witness; the values of both sides,
/// expected and actual, with the difference marked; the valuation as a table. For an error: the diagnostics. Unless `whole` is
/// true, the table has only the relations that the reason mentions, and says how many relations it omits. Empty for a test that
/// passed.
std::string explain(const suite::TestResult& test, const Style& style, bool whole = false);

/// If the test passed and the solver completed its valuation: the valuation as a table. Else empty.
std::string completion(const suite::TestResult& test, const Style& style);

}  // namespace aunit::reporters
