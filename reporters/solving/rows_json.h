// The report on solved commands as JSON, an object for each (docs/json.md).
#pragma once

#include <string>

#include "runner/solving/report.h"

namespace aunit::reporters {

/// One object and a line break. `instances`: with the member "shown", of documents where `areJson` or of texts.
std::string rowJson(const runner::CommandRow& row, bool instances, bool areJson);

/// The same of a file that has no commands to solve, because it is in error.
std::string refusedJson(const runner::SolvedFile& file);

}  // namespace aunit::reporters
