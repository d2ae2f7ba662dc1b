// aunit exec: answers a model's run and check commands.

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/input/exec_request.h"
#include "cli/input/nothing_chosen.h"
#include "cli/input/shard_option.h"
#include "cli/output/exec_console.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/output/saved_tests.h"
#include "cli/parts/parts.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "reporters/run/sarif.h"
#include "reporters/solving/folder_table.h"
#include "runner/interrupt.h"
#include "runner/solving/solve.h"
#include "support/files.h"

namespace aunit::cli {

using reporters::InstanceForm;

namespace {

/// Creates the output folders. Folders that did not exist are removed at the end if no file was written into them. Returns
/// nothing, after a message, on failure.
std::optional<std::vector<support::NewFolders>> makeFolders(const ExecArguments& arguments) {
  std::vector<support::NewFolders> folders;
  for (const std::string& folder : {arguments.out, arguments.certificates, arguments.proofs}) {
    std::string error;
    auto made = support::NewFolders::create(folder, error);
    if (!made) return usageError(fmt::format("{}: {}", folder, error));
    folders.push_back(std::move(*made));
  }
  return folders;
}

/// The exit code for the answers to the commands. The caller has handled interrupts and errors.
int exitCodeOf(const ExecArguments& arguments, const runner::SolveReport& report) {
  const auto fails = [&](const runner::CommandRow& row) {
    return isBad(row.status()) || (arguments.requireAnswers && row.status() == runner::AnswerStatus::undecided) ||
           (arguments.requireAllScopes && row.lacksAllScopes()) || (failsOn(arguments.failOn, "vacuous") && row.isVacuous());
  };
  return !arguments.exitZero && std::ranges::any_of(report.rows, fails) ? testFailed : allPassed;
}

/// Removes the programs (.prog) from `arguments.files` and returns them, unless the command line asks to solve them as models.
std::vector<std::string> takePrograms(ExecArguments& arguments) {
  std::vector<std::string> programs;
  if (arguments.engine == "model") return programs;
  const auto isProgram = [](const std::string& file) { return file.ends_with(".prog"); };
  std::ranges::copy_if(arguments.files, std::back_inserter(programs), isProgram);
  std::erase_if(arguments.files, isProgram);
  return programs;
}

/// Adds the drawings of a program to `outputs`, if the user wants any. Drawings need exactly one program: with no program or
/// several programs, returns false after a message.
bool addDrawings(const ExecArguments& arguments, const std::vector<std::string>& programs, Outputs& outputs) {
  if (arguments.path.empty() && arguments.graph.empty()) return true;
  if (programs.size() != 1) return usageError("--path and --graph need a single program (.prog)");
  const auto given = [](const std::string& path) { return path.empty() ? std::nullopt : std::optional(path); };
  outputs.addFile("--path", given(arguments.path));
  outputs.addFile("--graph", given(arguments.graph));
  return true;
}

/// Solves the models. `named`: the paths that the user gave. Returns the exit code.
int solveModels(const ExecArguments& arguments, const std::vector<std::string>& named, Outputs& outputs, JsonOutput& json) {
  const InstanceForm form = formOf(arguments);
  auto folders = makeFolders(arguments);
  if (!folders) return usageOrModelError;
  const auto shard = shardOf(ownPart() ? ownPart()->shard : arguments.shard, arguments.times);
  if (!shard) return usageOrModelError;
  std::optional<SavedTests> kept;
  if (!arguments.keep.empty()) {
    if (arguments.jobs != 1) return usageError("--keep excludes -j, because tests are added in the order of the commands");
    if (arguments.files.size() != 1) return usageError("--keep needs a single model: give exactly one file");
    kept = SavedTests::open(arguments.files.front(), arguments.keep, arguments.language, arguments.color);
    if (!kept) return usageOrModelError;
  }
  // If instances go to standard output in a machine-readable format, no other text goes there.
  const bool areForPeople = form == InstanceForm::none || form == InstanceForm::table || !arguments.out.empty();
  std::FILE* const people = outputs.usesStandardOutput() || !areForPeople ? stderr : stdout;
  const reporters::Style style(reporters::wantsColor(colorChoice(arguments.color), people));
  ExecConsole console(arguments, form, people, style, json, kept ? &*kept : nullptr);
  const runner::SolveReport report = runner::solve(requestOf(arguments, named, *shard, form), console);
  if (report.partsAreLost) {
    reporters::complain(report.refused);
    return internalError;
  }
  if (!report.refused.empty()) return usageError(report.refused);
  console.sayWhatWasKnown(report);
  const std::vector<reporters::SarifResult> results = reporters::sarifResults(report, arguments.requireAllScopes);
  if (!json.write() || !outputs.write("--sarif", [&] { return reporters::sarif(results, "exec", version()); }))
    return usageOrModelError;
  if (runner::interruptRequested) return interrupted;
  if (report.isInternalError()) return internalError;
  const bool ofFolder = reporters::namesFolder(named), broken = report.isBroken() || console.hasFailed();
  if (broken && !ofFolder) {
    console.annotate(results);
    return usageOrModelError;
  }
  for (support::NewFolders& made : *folders) made.keep();
  if (report.asked == 0 && report.chosen != 0)
    reporters::show(stderr, fmt::format("no command is in shard {}/{}: there are fewer commands than shards\n", shard->index + 1,
                                        shard->total));
  if (report.chosen == 0 && !ofFolder) return nothingFor(whyNothingIsSolved(arguments, named, report));
  if (!json.isAlone() && report.asked != 0) console.showTally(report);
  if (!json.isAlone() && kept) reporters::show(people, kept->summary(), style);
  if (!json.isAlone() && !ownPart() && ofFolder)
    reporters::show(people, reporters::folderTable(reporters::fileRows(report), style), style);
  console.annotate(results);
  if (broken) return usageOrModelError;
  if (report.chosen == 0) return nothingFor(whyNothingIsSolved(arguments, named, report));
  const int code = exitCodeOf(arguments, report);
  if (ofFolder || ownPart() || !arguments.commands.empty()) return code;
  const std::string unchecked = whyUnchecked(report);
  if (unchecked.empty()) return code;
  const int nothing = nothingFor(unchecked);
  return code == allPassed ? nothing : code;
}

/// Combines the exit codes of programs and models: errors outrank failures, and failures outrank success.
int both(int programs, int models) {
  for (const int code : {interrupted, internalError, usageOrModelError, testFailed})
    if (programs == code || models == code) return code;
  return programs == allPassed ? allPassed : models;
}

}  // namespace

int exec(const ExecArguments& given) {
  auto arguments = completed(given);
  if (!arguments) return usageOrModelError;
  if (arguments->list) return listCommands(*arguments);
  const std::vector<std::string> files = arguments->files, programs = takePrograms(*arguments);
  Outputs outputs;
  JsonOutput json(outputs, arguments->json);
  outputs.addFile("--sarif", arguments->sarif);
  if (!addDrawings(*arguments, programs, outputs) || (!ownPart() && !outputs.open(files))) return usageOrModelError;
  runner::catchInterrupts();
  const int ofPrograms = ownPart() ? allPassed : explorePrograms(*arguments, programs, outputs, json);
  if (programs.empty()) return solveModels(*arguments, given.files, outputs, json);
  if (arguments->files.empty()) return json.write() ? ofPrograms : usageOrModelError;
  if (!ownPart() && !json.isAlone()) reporters::show(outputs.usesStandardOutput() ? stderr : stdout, "\n");
  return both(ofPrograms, ofPrograms == interrupted ? interrupted : solveModels(*arguments, given.files, outputs, json));
}

}  // namespace aunit::cli
