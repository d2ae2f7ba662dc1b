// The report on solved commands as JSON: one object for each command (docs/json.md).
#pragma once

#include <string>

#include "runner/solving/report.h"

namespace aunit::reporters {

/// One object and a line break. If `instances` is true, the object has the member "shown" with the instances. They are JSON
/// documents if `areJson` is true, else texts.
std::string rowJson(const runner::CommandRow& row, bool instances, bool areJson);

/// The object for a file in which no command was solved, because the file has errors, has no command, or is not Alloy. Empty for
/// other files.
std::string fileJson(const runner::SolvedFile& file);

}  // namespace aunit::reporters
