// What changed between the coverage of two runs, for people.
#pragma once

#include <string>

#include "coverage/difference.h"

namespace aunit::reporters {

/// Each requirement with its place, what was lost with the tests that had met it; then the scores.
std::string differenceText(const coverage::Difference& difference, bool color);

/// The same as a comment to a pull request: scores first, and of long lists the beginning.
std::string differenceMarkdown(const coverage::Difference& difference);

}  // namespace aunit::reporters
