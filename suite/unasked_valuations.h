// Valuations that nothing in their file asks about.
#pragma once

#include <vector>

#include "model/diagnostic.h"
#include "parser/front_end.h"

namespace aunit::suite {

/// What is wrong with them beside what was found when the file was loaded: they are built as a test about them would have it. Not
/// with those that others extend, which may be whole only there, those that are skipped, and those that are read from files.
std::vector<model::Diagnostic> checkUnasked(const parser::Loaded& loaded);

}  // namespace aunit::suite
