// The report on solved commands, for people: a row for each, and what came out in all.
#pragma once

#include <string>

#include "reporters/terminal/style.h"
#include "runner/solving/report.h"

namespace aunit::reporters {

/// The header above the rows. With `verbose` there are columns for SAT and UNSAT.
std::string rowHeader(bool verbose);
/// The row of a command, with further lines below it for the unsatisfiable core or the place of an error.
std::string rowText(const runner::CommandRow& row, bool verbose, const Style& style);

/// The last line: how many commands came to what. `advice` stands above it.
std::string tally(const runner::SolveReport& report, const std::string& advice, const Style& style);

/// The command whose instance is most worth a look: the first that should have none, else the first that has one. Null: none has.
const runner::CommandRow* worthALook(const runner::SolveReport& report);

}  // namespace aunit::reporters
