// aunit locate: ranks the places of a model that are likely to be faulty.

#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "cli/input/project.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "reporters/faults/location.h"
#include "reporters/html/write.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/diagnostics_once.h"
#include "runner/files/discovery.h"
#include "runner/interrupt.h"
#include "runner/location.h"

namespace aunit::cli {

namespace {

void show(const strength::FaultReport& report, const LocateArguments& arguments) {
  if (arguments.hint) return reporters::show(stdout, reporters::hintText(report));
  const reporters::Style style(reporters::wantsColor(colorChoice(arguments.color), stdout));
  reporters::show(stdout, reporters::locationText(report, mostOf(arguments.limit), style), style);
}

}  // namespace

int locate(const LocateArguments& given) {
  LocateArguments arguments = given;
  if (!completeFromProject(arguments.paths, arguments.model, arguments.language)) return usageOrModelError;
  if (arguments.hint && arguments.json == "-") return usageError("--hint and --json exclude each other");
  if (arguments.model && !std::filesystem::exists(*arguments.model))
    return usageError(fmt::format("no such file: {}", *arguments.model));
  const runner::Discovery discovery = runner::discover(arguments.paths);
  for (const std::string& error : discovery.errors) usageError(error);
  if (!discovery.errors.empty()) return usageOrModelError;
  Outputs outputs;
  JsonOutput json(outputs, arguments.json);
  outputs.addReport("--html", arguments.html);
  if (!outputs.open(discovery.files)) return usageOrModelError;
  runner::catchInterrupts();
  runner::LocationOptions options;
  options.modelPath = arguments.model.value_or("");
  options.alloy5 = arguments.language.alloy5;
  options.semantics = arguments.language.semantics;
  options.limits = limitsOf(arguments.timeout, arguments.time);
  const strength::FaultReport report = runner::locate(discovery.files, options);
  reporters::showLoadErrors(report.errors);
  if (!report.errors.empty() || !outputs.spare(report.read)) return usageOrModelError;
  if (report.asked == 0 && report.undecided.empty() && !report.interrupted)
    return nothingFor("there are no tests and no commands");
  if (json.isWanted()) json.add(reporters::locationJson(report));
  if (!json.write()) return usageOrModelError;
  if (!json.isAlone()) show(report, arguments);
  std::string error;
  if (arguments.html && !reporters::html::write(report, *arguments.html, error)) return usageError(error);
  if (arguments.html && !json.isAlone()) reporters::show(stdout, fmt::format("report: {}/index.html\n", *arguments.html));
  if (runner::interruptRequested) return interrupted;
  if (!report.failing.empty()) return testFailed;
  return report.interrupted || !report.undecided.empty() ? undecided : allPassed;
}

}  // namespace aunit::cli
