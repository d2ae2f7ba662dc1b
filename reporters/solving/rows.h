// The report on solved commands, for people: a row for each command, then the totals.
#pragma once

#include <string>

#include "reporters/terminal/style.h"
#include "runner/solving/report.h"

namespace aunit::reporters {

/// The header above the rows. `verbose` adds columns for SAT and UNSAT.
std::string rowHeader(bool verbose);
/// The row of a command, and below it the unsat core or the place of an error.
std::string rowText(const runner::CommandRow& row, bool verbose, const Style& style);

/// The last line: how many commands have each result. `advice` is shown above it.
std::string tally(const runner::SolveReport& report, const std::string& advice, const Style& style);

/// The command whose instance a user should look at first: the first command with an unexpected instance, else the first with
/// any instance. Returns null if no command has an instance.
const runner::CommandRow* worthALook(const runner::SolveReport& report);

}  // namespace aunit::reporters
