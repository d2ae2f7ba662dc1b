// Sample runs for tests of reporters.
#pragma once

#include "runner/run_result.h"

namespace aunit::test {

/// A run of two files with four tests: one passed, one failed with every detail that a failure can have, one in error with
/// special characters, and one skipped.
runner::RunResult mixedRun();

}  // namespace aunit::test
