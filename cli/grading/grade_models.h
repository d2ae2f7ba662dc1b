// aunit grade --right FILE without an exercise: compares whole models.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Returns an exit code.
int gradeWholeModels(const GradeArguments& arguments);

}  // namespace aunit::cli
