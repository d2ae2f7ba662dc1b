// Reports for GitHub actions: annotations beside the lines of a change, and a summary page.
#pragma once

#include <string>
#include <string_view>

#include "reporters/source_links.h"
#include "runner/run_result.h"

namespace aunit::reporters {

/// A workflow command about a place: `::error file=...,line=...,col=...,title=...::message` and a line break. `kind` is "error",
/// "warning" or "notice".
std::string githubCommand(std::string_view kind, const suite::Place& place, std::string_view title, std::string_view message);

/// An `::error` workflow command for each test, or statement of a test, that failed or had an error. Its place is the violated
/// constraint if known, else the test. A `::warning` for each warning of a test.
std::string githubAnnotations(const runner::RunResult& run);

/// Markdown for $GITHUB_STEP_SUMMARY: the counts, then a table of the tests that did not pass, and a table of tests that passed
/// vacuously. Both have links to the tests' lines.
std::string githubSummary(const runner::RunResult& run, const SourceLinks& links = {});

}  // namespace aunit::reporters
