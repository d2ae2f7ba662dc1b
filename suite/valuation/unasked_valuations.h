// Checks of valuations that no test is about.
#pragma once

#include <vector>

#include "model/diagnostic.h"
#include "parser/front_end.h"

namespace aunit::suite {

/// Errors in valuations of the root file that no test is about, in addition to errors that loading has found. Builds each
/// valuation as a test would. Does not check three kinds: valuations that other valuations extend, since they may be incomplete;
/// skipped valuations; valuations that are read from files.
std::vector<model::Diagnostic> checkUnasked(const parser::Loaded& loaded);

}  // namespace aunit::suite
