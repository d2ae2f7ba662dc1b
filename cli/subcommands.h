// One function per subcommand. Each is defined in the file named beside it, and returns the exit code.
#pragma once

#include <string>
#include <vector>

#include "cli/input/arguments.h"

namespace aunit::cli {

class JsonOutput;
class Outputs;

int run(const RunArguments& arguments);      // run.cpp
int audit(const AuditArguments& arguments);  // audit.cpp
int check(const CheckArguments& arguments);  // check.cpp
/// aunit exec --list
int listCommands(const ExecArguments& arguments);  // commands.cpp
int coverage(const CoverageArguments& arguments);  // coverage.cpp
int diff(const DiffArguments& arguments);          // diff.cpp
int eval(const EvalArguments& arguments);          // eval.cpp
int exec(const ExecArguments& arguments);          // exec.cpp
/// Decides the properties of `programs` (.prog), for `exec`. Writes the files of --path and --graph through `outputs`.
int explorePrograms(const ExecArguments& arguments, const std::vector<std::string>& programs, Outputs& outputs,
                    JsonOutput& json);             // exec_programs.cpp
int format(const FormatArguments& arguments);      // format.cpp
int generate(const GenerateArguments& arguments);  // generate.cpp
int grade(const GradeArguments& arguments);        // grade.cpp
int locate(const LocateArguments& arguments);      // locate.cpp
int lsp();                                         // lsp.cpp
int mcp(const McpArguments& arguments);            // mcp.cpp
int merge(const MergeArguments& arguments);        // merge.cpp
int mutate(const MutateArguments& arguments);      // mutate.cpp
int repair(const RepairArguments& arguments);      // repair.cpp
int trace(const TraceArguments& arguments);        // trace.cpp
int view(const ViewArguments& arguments);          // view.cpp

}  // namespace aunit::cli
