// Checks of valuations that no test is about.
#pragma once

#include <vector>

#include "model/diagnostic.h"
#include "parser/front_end.h"

namespace aunit::suite {

/// Errors in the root's valuations that no test is about, beyond those found when the file was loaded: each valuation is built as
/// for a test. Valuations that others extend are not checked, because they may be incomplete; nor are skipped ones and those that
/// are read from files.
std::vector<model::Diagnostic> checkUnasked(const parser::Loaded& loaded);

}  // namespace aunit::suite
