// Suggests a `log` paragraph for the first lines of a log. The user edits it.
#pragma once

#include <string>

#include "parser/front_end.h"
#include "suite/log/reading/runs.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// Suggests a paragraph for the first file of the run. Fields whose values are names of predicates become events; fields with the
/// name of a relation state that relation; other fields are mentioned in comments. Throws std::runtime_error if the file cannot
/// be read or a line is not an object, and support::Exhausted if the budget is used up.
std::string inferredLog(const parser::Loaded& loaded, const Run& run, const support::Budget& budget);

}  // namespace aunit::suite::log
