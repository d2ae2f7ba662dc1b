// The difference between the coverage of two runs, for people.
#pragma once

#include <string>

#include "coverage/difference.h"
#include "reporters/source_links.h"

namespace aunit::reporters {

/// Lists each requirement that changed between the runs (no longer met, newly met, new and unmet, or no longer there) with its
/// place; then the scores. If a requirement is no longer met, names the tests that met it.
std::string differenceText(const coverage::Difference& difference, bool color);

/// Like differenceText(), as a comment on a pull request: scores first; long lists are cut.
std::string differenceMarkdown(const coverage::Difference& difference, const SourceLinks& links = {});

}  // namespace aunit::reporters
