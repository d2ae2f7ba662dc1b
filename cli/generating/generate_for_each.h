// aunit generate for several models.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Proposes tests for each model among files and folders, and shows them or, with --write, adds them to the file NAME.aunit
/// beside the model. The texts do not depend on how many models are worked on at once. Returns the exit code.
int generateForEach(const GenerateArguments& arguments);

}  // namespace aunit::cli
