// Converts test results to text and back, for the process that merges the results of other processes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/outcome.h"

namespace aunit::runner {

/// Writes the results as text. Leaves out three members of TestResult, which only coverage and pictures need: `coverage`,
/// `judgedOn` and `text`.
std::string textOfResults(const std::vector<suite::TestResult>& results);

/// Reads a text that textOfResults wrote; empty for any other text.
std::vector<suite::TestResult> resultsOfText(std::string_view text);

}  // namespace aunit::runner
