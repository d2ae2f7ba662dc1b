// The difference between the coverage of two runs, for people.
#pragma once

#include <string>

#include "coverage/difference.h"
#include "reporters/source_links.h"

namespace aunit::reporters {

/// Lists each requirement that changed, with its place, then the scores. Lost requirements are shown with the tests that met
/// them.
std::string differenceText(const coverage::Difference& difference, bool color);

/// Like differenceText(), as a comment on a pull request: scores first, and long lists cut.
std::string differenceMarkdown(const coverage::Difference& difference, const SourceLinks& links = {});

}  // namespace aunit::reporters
