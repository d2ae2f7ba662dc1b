// What GitHub actions show: annotations beside the lines of a change, and a summary page.
#pragma once

#include <string>

#include "runner/run_result.h"

namespace aunit::reporters {

/// One `::error file=...,line=...::message` workflow command per test that failed or erred; at the constraint that broke where
/// that is known, else at the test.
std::string githubAnnotations(const runner::RunResult& run);

/// Markdown for $GITHUB_STEP_SUMMARY: the counts, then a table of what did not pass.
std::string githubSummary(const runner::RunResult& run);

}  // namespace aunit::reporters
