// aunit generate for several models.
#pragma once

#include "cli/arguments.h"

namespace aunit::cli {

/// Tests for each model among files and folders: shown, or with --write added to the file NAME.aunit beside each. The same text
/// however many are looked at at once. The exit code.
int generateForEach(const GenerateArguments& arguments);

}  // namespace aunit::cli
