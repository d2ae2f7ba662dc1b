// aunit format --to alloy6: files of older versions of Alloy, rewritten.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Rewrites files of older versions in Alloy 6, all files with the same new names, and proves that each model is the same but for
/// names. A file is written only if that is proved of all models among the files that read it.
int convert(const FormatArguments& arguments);

}  // namespace aunit::cli
