// aunit audit: finds what answers rest on, and what no command checks.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/input/project.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "reporters/audit/audit.h"
#include "reporters/html/write.h"
#include "reporters/run/sarif.h"
#include "reporters/terminal/console.h"
#include "runner/audit.h"
#include "runner/files/discovery.h"
#include "runner/interrupt.h"
#include "strength/audit/baseline.h"
#include "strength/audit/claims.h"
#include "support/files.h"
#include "support/threads.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

/// Reads the list of claims from the file of --claims. Returns false, after a message, on failure.
bool readClaims(const std::string& path, runner::AuditOptions& options) {
  std::string error;
  const auto text = support::readFile(path, error);
  if (!text) {
    reporters::complain(fmt::format("--claims: {}: {}", path, error));
    return false;
  }
  options.claims = strength::audit::listOfClaims(*text, !path.ends_with(".csv"));
  options.claimsFile = path;
  return true;
}

/// Compares the report with the file of --baseline. Returns false, after a message, on failure.
bool readBaseline(const std::string& path, strength::audit::Report& report) {
  std::string error;
  const auto text = support::readFile(path, error);
  if (text && strength::audit::compareWithBaseline(report, *text, error)) return true;
  reporters::complain(fmt::format("--baseline: {}: {}", path, error));
  return false;
}

}  // namespace

int audit(const AuditArguments& arguments) {
  runner::AuditOptions options;
  options.files = runner::modelFiles(arguments.paths, {".als", ".md", ".aunit"});
  if (options.files.empty()) return nothingFor("found no model" + runner::hintOfHidden(arguments.paths));
  LanguageOptions language = arguments.language;
  for (const std::string& file : options.files)
    if (!loadOptions(file, language)) return usageOrModelError;
  Outputs outputs;
  outputs.addFile("--sarif", arguments.sarif);
  if (arguments.write) outputs.addFile("--baseline", arguments.baseline);
  outputs.addReport("--html", arguments.html);
  outputs.addFile("--csv", arguments.csv);
  outputs.addFile("--markdown", arguments.markdown);
  JsonOutput json(outputs, arguments.json);
  if (!outputs.open(options.files)) return usageOrModelError;
  if (arguments.claims && !readClaims(*arguments.claims, options)) return usageOrModelError;
  options.named = arguments.paths;
  options.version = version();
  options.alloy5 = language.alloy5;
  options.strictOpen = language.strictOpen;
  options.search.semantics = language.semantics;
  options.search.limits = limitsOf(0, arguments.time);
  options.seconds = arguments.timeout;
  options.allScopes = arguments.allScopes.value_or(0);
  options.jobs = arguments.jobs ? static_cast<unsigned>(*arguments.jobs) : support::cores();
  runner::catchInterrupts();
  strength::audit::Report report = runner::audit(options);
  if (runner::interruptRequested) return interrupted;
  if (arguments.write && !outputs.write("--baseline", [&] { return strength::audit::baselineOf(report); }))
    return usageOrModelError;
  if (arguments.baseline && !readBaseline(*arguments.baseline, report)) return usageOrModelError;
  std::FILE* const people = outputs.usesStandardOutput() ? stderr : stdout;
  const reporters::Style style(reporters::wantsColor(colorChoice(arguments.color), people));
  if (json.isWanted()) json.add(reporters::auditJson(report));
  if (!json.write()) return usageOrModelError;
  if (!outputs.write("--markdown", [&] { return reporters::auditMarkdown(report); })) return usageOrModelError;
  const bool isForPeople = !json.isAlone() && arguments.markdown != "-";
  if (isForPeople) reporters::show(people, reporters::auditText(report, arguments.verbose, style), style);
  if (std::string error; arguments.html && !reporters::html::write(report, *arguments.html, error)) return usageError(error);
  if (arguments.html && isForPeople)
    reporters::show(people, fmt::format("report: {}/index.html\n", support::oneLine(*arguments.html)));
  if (!outputs.write("--csv", [&] { return reporters::claimsCsv(report); })) return usageOrModelError;
  if (!outputs.write("--sarif", [&] { return reporters::sarif(reporters::sarifResults(report), "audit", version()); }))
    return usageOrModelError;
  const bool broken =
      !report.unread.empty() || std::ranges::any_of(report.answers, [](const auto& one) { return one.verdict == "ERROR"; });
  if (broken) return usageOrModelError;
  if (report.answers.empty()) return nothingFor("nothing ran: the models have no commands");
  const bool fails = std::ranges::any_of(
      report.findings, [&](const auto& one) { return !one.known && failsOn(arguments.failOn, name(one.kind)); });
  return fails ? thresholdMissed : allPassed;
}

}  // namespace aunit::cli
