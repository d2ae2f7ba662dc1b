// aunit generate --from-log: the step at which a log departs from the model, as a test to keep.
#pragma once

#include "cli/asking/test_file.h"
#include "cli/input/arguments.h"
#include "parser/front_end.h"

namespace aunit::cli {

/// Shows the test, or adds it to `file` (null: none). Returns the exit code of the command.
int generateFromLog(const GenerateArguments& arguments, const parser::Loaded& loaded, TestFile* file);

}  // namespace aunit::cli
