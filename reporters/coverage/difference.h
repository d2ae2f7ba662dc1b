// The difference between the coverage of two runs, for people.
#pragma once

#include <string>

#include "coverage/difference.h"
#include "reporters/source_links.h"

namespace aunit::reporters {

/// Lists each requirement that changed, with its place and, for those lost, the tests that had met it; then the scores.
std::string differenceText(const coverage::Difference& difference, bool color);

/// Like differenceText(), as a comment to a pull request: scores first, and only the beginning of long lists.
std::string differenceMarkdown(const coverage::Difference& difference, const SourceLinks& links = {});

}  // namespace aunit::reporters
