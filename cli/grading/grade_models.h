// aunit grade --right FILE without --pred: compares whole models.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Runs the comparison. Returns an exit code.
int gradeWholeModels(const GradeArguments& arguments);

}  // namespace aunit::cli
