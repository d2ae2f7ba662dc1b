// The exit codes of the process.
#pragma once

namespace aunit::cli {

enum ExitCode : int {
  allPassed = 0,
  testFailed = 1,
  interrupted = 2,
  internalError = 3,
  usageOrModelError = 4,  // also if a test cannot be judged, for example because it uses an undeclared name
  nothingToRun = 5,
  thresholdMissed = 6,
  undecided = 7,  // the run ended before it was clear whether something fails
};

}  // namespace aunit::cli
