// What GitHub actions show: annotations beside the lines of a change, and a summary page.
#pragma once

#include <string>
#include <string_view>

#include "runner/run_result.h"

namespace aunit::reporters {

/// A workflow command about a place: `::error file=...,line=...,col=...,title=...::message` and a line break. `kind`: "error",
/// "warning" or "notice".
std::string githubCommand(std::string_view kind, const suite::Place& place, std::string_view title, std::string_view message);

/// One `::error file=...,line=...::message` workflow command per test that failed or erred; at the constraint that broke where
/// that is known, else at the test.
std::string githubAnnotations(const runner::RunResult& run);

/// Markdown for $GITHUB_STEP_SUMMARY: the counts, then a table of what did not pass.
std::string githubSummary(const runner::RunResult& run);

}  // namespace aunit::reporters
