// Explains why a command has nothing to do.
#pragma once

#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "runner/files/discovery.h"
#include "runner/runner.h"
#include "runner/solving/report.h"

namespace aunit::cli {

/// A sentence that says why no test was selected, and which values of the options would select one.
std::string whyNothingIsChosen(const RunArguments& arguments, const runner::Discovery& discovery, const runner::Run& run);

/// A sentence about the first file that has assertions but no commands; empty if there is none.
std::string whyUnchecked(const runner::SolveReport& report);

/// A sentence that says that there is no command to solve, and what the user may have meant. `named`: the paths that the user
/// gave.
std::string whyNothingIsSolved(const ExecArguments& arguments, const std::vector<std::string>& named,
                               const runner::SolveReport& report);

}  // namespace aunit::cli
