// Results of tests as text, for the process that unites what parts have found.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/outcome.h"

namespace aunit::runner {

/// All of them but what belongs to coverage and to pictures (TestResult::coverage, judgedOn and text).
std::string textOfResults(const std::vector<suite::TestResult>& results);

/// What textOfResults wrote; none if it is something else.
std::vector<suite::TestResult> resultsOfText(std::string_view text);

}  // namespace aunit::runner
