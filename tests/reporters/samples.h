// Sample runs for tests of reporters.
#pragma once

#include "runner/run_result.h"

namespace aunit::test {

/// A run of two files with one test that passed, one that failed with everything that a failure can have, one in error with
/// awkward characters, and one skipped.
runner::RunResult mixedRun();

}  // namespace aunit::test
