// aunit grade init: begins an assignment.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Makes a folder with assignment.toml, the right model and what students see of it. What neither the model nor the command line
/// says is asked. Returns the exit code.
int gradeInit(const GradeArguments& arguments);

}  // namespace aunit::cli
