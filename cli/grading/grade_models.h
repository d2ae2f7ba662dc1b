// aunit grade --right FILE without an exercise: whole models are compared.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Returns an exit code.
int gradeWholeModels(const GradeArguments& arguments);

}  // namespace aunit::cli
