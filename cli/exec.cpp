// aunit exec: the answers to a model's run and check commands.

#include <algorithm>
#include <cstdio>
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
#include "cli/output/kept_tests.h"
#include "cli/output/outputs.h"
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

/// Makes the output folders; new ones are removed again unless files are written. Returns nothing, after a message, on failure.
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

/// Where the commands were solved, and none is in error.
int exitCodeOf(const ExecArguments& arguments, const runner::SolveReport& report) {
  const auto fails = [&](const runner::CommandRow& row) {
    return isBad(row.standing()) || (arguments.requireAnswers && row.standing() == runner::Standing::undecided) ||
           (arguments.requireAllScopes && row.lacksAllScopes()) || (failsOn(arguments.failOn, "vacuous") && row.isVacuous());
  };
  return !arguments.exitZero && std::ranges::any_of(report.rows, fails) ? testFailed : allPassed;
}

}  // namespace

int exec(const ExecArguments& given) {
  const auto arguments = completed(given);
  if (arguments && arguments->list) return listCommands(*arguments);
  auto folders = arguments ? makeFolders(*arguments) : std::nullopt;
  if (!folders) return usageOrModelError;
  const InstanceForm form = formOf(*arguments);
  Outputs outputs;
  JsonOutput json(outputs, arguments->json);
  outputs.addFile("--sarif", arguments->sarif);
  if (!ownPart() && !outputs.open(arguments->files)) return usageOrModelError;
  const auto shard = shardOf(ownPart() ? ownPart()->shard : arguments->shard, arguments->times);
  if (!shard) return usageOrModelError;
  std::optional<KeptTests> kept;
  if (!arguments->keep.empty()) {
    if (arguments->jobs != 1) return usageError("--keep excludes -j: tests are added in the order of the commands");
    kept = KeptTests::open(*arguments);
    if (!kept) return usageOrModelError;
  }
  runner::catchInterrupts();
  // Instances in a form that programs read have standard output for themselves.
  const bool areForPeople = form == InstanceForm::none || form == InstanceForm::table || !arguments->out.empty();
  std::FILE* const people = outputs.usesStandardOutput() || !areForPeople ? stderr : stdout;
  const reporters::Style style(reporters::wantsColor(colorChoice(arguments->color), people));
  ExecConsole console(*arguments, form, people, style, json, kept ? &*kept : nullptr);
  const runner::SolveReport report = runner::solve(requestOf(*arguments, given.files, *shard, form), console);
  if (report.partsAreLost) {
    reporters::complain(report.refused);
    return internalError;
  }
  if (!report.refused.empty()) return usageError(report.refused);
  console.sayWhatWasKnown(report);
  const std::vector<reporters::SarifResult> results = reporters::sarifResults(report, arguments->requireAllScopes);
  if (!json.write() || !outputs.write("--sarif", [&] { return reporters::sarif(results, "exec", version()); }))
    return usageOrModelError;
  if (runner::interruptRequested) return interrupted;
  if (report.isInternalError()) return internalError;
  const bool ofFolder = reporters::namesFolder(given.files), broken = report.isBroken() || console.hasFailed();
  if (broken && !ofFolder) {
    console.annotate(results);
    return usageOrModelError;
  }
  for (support::NewFolders& made : *folders) made.keep();
  if (report.asked == 0 && report.chosen != 0)
    reporters::show(stderr, fmt::format("no command is in shard {}/{}: there are fewer commands than shards\n", shard->index + 1,
                                        shard->total));
  if (report.chosen == 0 && !ofFolder) return nothingFor(whyNothingIsSolved(*arguments, given.files, report));
  if (!json.isAlone() && report.asked != 0) console.showTally(report);
  if (!json.isAlone() && kept) reporters::show(people, kept->summary(), style);
  if (!json.isAlone() && !ownPart() && ofFolder)
    reporters::show(people, reporters::folderTable(reporters::fileRows(report), style), style);
  console.annotate(results);
  if (broken) return usageOrModelError;
  if (report.chosen == 0) return nothingFor(whyNothingIsSolved(*arguments, given.files, report));
  const int code = exitCodeOf(*arguments, report);
  if (ofFolder || ownPart() || !arguments->commands.empty()) return code;
  const std::string unchecked = whyUnchecked(report);
  if (unchecked.empty()) return code;
  const int nothing = nothingFor(unchecked);
  return code == allPassed ? nothing : code;
}

}  // namespace aunit::cli
