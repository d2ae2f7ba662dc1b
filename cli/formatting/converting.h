// aunit format --to alloy6: converts files of older versions of Alloy.
#pragma once

#include "cli/input/arguments.h"

namespace aunit::cli {

/// Converts files of older versions of Alloy to Alloy 6. A name gets the same new name in all files. Writes a file only if aunit
/// has proved that each model that reads the file changes in names only.
int convert(const FormatArguments& arguments);

}  // namespace aunit::cli
