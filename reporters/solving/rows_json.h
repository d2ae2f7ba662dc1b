// The report on solved commands as JSON: one object for each command (docs/json.md).
#pragma once

#include <string>

#include "runner/solving/report.h"

namespace aunit::reporters {

/// One object and a line break. `instances`: add the member "shown", which has JSON documents if `areJson`, else texts.
std::string rowJson(const runner::CommandRow& row, bool instances, bool areJson);

/// The object for a file without a command to solve: it has errors, or no command, or is no Alloy. Empty for other files.
std::string fileJson(const runner::SolvedFile& file);

}  // namespace aunit::reporters
