// aunit format --to alloy6: converts files of older versions of Alloy.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Converts files of older versions to Alloy 6, with the same new names in all files, and proves that each model changes only in
/// names. A file is written only if that is proved for all models that read it.
int convert(const FormatArguments& arguments);

}  // namespace aunit::cli
