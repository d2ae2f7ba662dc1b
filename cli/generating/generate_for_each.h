// aunit generate for several models.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Proposes tests for each model in the given files and folders, and shows them. With --write, adds them to NAME.aunit beside the
/// model NAME.als. The results do not depend on the number of jobs. Returns the exit code.
int generateForEach(const GenerateArguments& arguments);

}  // namespace aunit::cli
