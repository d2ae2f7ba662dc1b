// The explanation of a run that has nothing to run.
#pragma once

#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "runner/files/discovery.h"
#include "runner/runner.h"

namespace aunit::cli {

/// Why none of the candidates was chosen, and what there is to choose from, in a sentence.
std::string whyNothingIsChosen(const RunArguments& arguments, const runner::Discovery& discovery, const runner::Run& run);

}  // namespace aunit::cli
