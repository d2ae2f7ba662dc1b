// The explanation of a run that has nothing to run.
#pragma once

#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "runner/files/discovery.h"
#include "runner/runner.h"
#include "runner/solving/report.h"

namespace aunit::cli {

/// Why none of the candidates was chosen, and what there is to choose from, in a sentence.
std::string whyNothingIsChosen(const RunArguments& arguments, const runner::Discovery& discovery, const runner::Run& run);

/// The first file that has assertions and no command, in a sentence; empty if there is none.
std::string whyUnchecked(const runner::SolveReport& report);

/// That there is no command to solve, and what might be meant instead, in a sentence. `named`: the paths as they were given.
std::string whyNothingIsSolved(const ExecArguments& arguments, const std::vector<std::string>& named,
                               const runner::SolveReport& report);

}  // namespace aunit::cli
