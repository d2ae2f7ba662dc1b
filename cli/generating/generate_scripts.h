// aunit generate --scripts: behaviours that cover a model, to test a program with (docs/scripts.md).
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Returns the exit code.
int generateScripts(const GenerateArguments& arguments);

}  // namespace aunit::cli
