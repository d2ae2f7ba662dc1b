// Definitions of the options: one file per subcommand. Only this folder uses CLI11.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"

namespace aunit::cli::options {

/// Each function adds options to `c` that set members of `arguments`, which must outlive `c`.
void addOptions(CLI::App& c, AuditArguments& arguments);
void addOptions(CLI::App& c, CheckArguments& arguments);
void addOptions(CLI::App& c, CoverageArguments& arguments);
void addOptions(CLI::App& c, DiffArguments& arguments);
void addOptions(CLI::App& c, EvalArguments& arguments);
void addOptions(CLI::App& c, ExecArguments& arguments);
void addOptions(CLI::App& c, FormatArguments& arguments);
void addOptions(CLI::App& c, GenerateArguments& arguments);
void addOptions(CLI::App& c, GradeArguments& arguments);
void addOptions(CLI::App& c, LocateArguments& arguments);
void addOptions(CLI::App& c, McpArguments& arguments);
void addOptions(CLI::App& c, MergeArguments& arguments);
void addOptions(CLI::App& c, MutateArguments& arguments);
void addOptions(CLI::App& c, RepairArguments& arguments);
void addOptions(CLI::App& c, RunArguments& arguments);
void addOptions(CLI::App& c, TraceArguments& arguments);
void addOptions(CLI::App& c, ViewArguments& arguments);

}  // namespace aunit::cli::options
