// aunit grade init: creates an assignment.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Creates a folder with assignment.toml, the reference model and the students' version of the model. Asks the user for each
/// setting that neither the model nor the command line gives. Returns the exit code.
int gradeInit(const GradeArguments& arguments);

}  // namespace aunit::cli
