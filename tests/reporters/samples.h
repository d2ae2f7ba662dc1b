// Runs to report on.
#pragma once

#include "runner/run_result.h"

namespace aunit::test {

/// One passed, one failed with everything a failure can say, one error with awkward characters, one skipped; in two files.
runner::RunResult mixedRun();

}  // namespace aunit::test
