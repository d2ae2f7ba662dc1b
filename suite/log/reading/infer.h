// A `log` paragraph that the first lines of a log suggest, to be edited.
#pragma once

#include <string>

#include "parser/front_end.h"
#include "suite/log/reading/runs.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// Fields whose values are names of predicates are events, fields of a relation's name state it; all other fields are mentioned
/// in comments. For the first file of the run. Throws std::runtime_error when it cannot be read, or its first line is no object,
/// and support::Exhausted if the budget ends.
std::string inferredLog(const parser::Loaded& loaded, const Run& run, const support::Budget& budget);

}  // namespace aunit::suite::log
