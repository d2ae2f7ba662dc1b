// aunit generate --scripts: behaviours that cover a model, as tests for a program (docs/scripts.md).
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Runs the subcommand. Returns the exit code.
int generateScripts(const GenerateArguments& arguments);

}  // namespace aunit::cli
