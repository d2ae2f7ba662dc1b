// JUnit XML for continuous integration.
#pragma once

#include <string>

#include "runner/run_result.h"

namespace aunit::reporters {

/// A `testsuites` document, one `testsuite` per file, as Jenkins, GitLab, GitHub actions and the usual viewers read it; valid
/// against reporters/junit.xsd. Seconds for times; how a test was decided stands as the property "engine". The host's name is
/// only given when it is not empty.
std::string junit(const runner::RunResult& run, const std::string& hostname = {});

}  // namespace aunit::reporters
