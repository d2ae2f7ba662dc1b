// JUnit XML for continuous integration.
#pragma once

#include <string>

#include "runner/run_result.h"

namespace aunit::reporters {

/// A `testsuites` document with one `testsuite` per file, as Jenkins, GitLab, GitHub Actions and common viewers read it. Valid
/// against reporters/junit.xsd. Times are in seconds. The property "engine" says how a test was decided. The document names the
/// host unless `hostname` is empty.
std::string junit(const runner::RunResult& run, const std::string& hostname = {});

}  // namespace aunit::reporters
