// aunit check: parses and resolves files, and shows diagnostics.

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/input/project.h"
#include "cli/output/github_links.h"
#include "cli/output/json_output.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "parser/allowed_warnings.h"
#include "parser/front_end.h"
#include "reporters/run/diagnostic_json.h"
#include "reporters/run/sarif.h"
#include "reporters/solving/folder_table.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/diagnostics_once.h"
#include "reporters/terminal/notes.h"
#include "reporters/text.h"
#include "runner/files/discovery.h"
#include "runner/solving/report.h"
#include "solver/grounding/growing_scope.h"
#include "solver/vacuity/redundancy.h"
#include "suite/command_warnings.h"
#include "suite/valuation/unasked_valuations.h"
#include "support/budget.h"
#include "support/files.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

/// Searches for redundant constraints. Returns a warning for each redundant constraint, and a summary of the search in words.
std::pair<std::vector<model::Diagnostic>, std::string> redundant(const model::Model& model, const CheckArguments& arguments) {
  solver::Options options;
  options.semantics = arguments.language.semantics;
  const solver::Redundancies found = solver::RedundancySearch(model, options, support::Budget({.seconds = arguments.timeout}))
                                         .all(arguments.allScopes.value_or(0));
  if (found.examined == 0)
    return {{},
            std::ranges::any_of(model.commands(), [](const auto& c) { return c.check && solver::stepsOf(c.scope).empty(); })
                ? "no constraint was examined: the scope of a command is too large"
                : "the model has no constraint to examine"};
  std::string summary = found.contradictory ? "the facts contradict each other"
                        : found.found.empty()
                            ? fmt::format("no constraint {} redundant", found.undecided.empty() ? "is" : "was found to be")
                            : fmt::format("{} of {} {} redundant", found.found.size(),
                                          support::plural(found.examined, "constraint"), found.found.size() == 1 ? "is" : "are");
  if (!found.within.empty()) summary += fmt::format(" (searched {})", found.within);
  if (!found.undecided.empty())
    summary += fmt::format("; {} undecided after {} s (--timeout)", found.undecided.size(), arguments.timeout);
  std::vector<model::Diagnostic> warnings = solver::warningsOf(found);
  // JSON lacks the summary, so it gets a warning for each undecided constraint.
  if (arguments.json == "-") std::ranges::move(solver::warningsOfUndecided(found), std::back_inserter(warnings));
  return {std::move(warnings), std::move(summary)};
}

}  // namespace

int check(const CheckArguments& arguments) {
  bool good = true;
  const std::vector<std::string> files = runner::modelFiles(arguments.files, {".als", ".md", ".np", ".prog"});
  if (files.empty()) return nothingFor("found no model" + runner::hintOfHidden(arguments.files));
  Outputs outputs;
  JsonOutput json(outputs, arguments.json);
  outputs.addFile("--sarif", arguments.sarif);
  if (!outputs.open(files)) return usageOrModelError;
  std::vector<reporters::SarifResult> results;
  reporters::DiagnosticsOnce diagnostics(colorChoice(arguments.color));
  std::vector<reporters::FileRow> rows;
  for (const std::string& file : files) {
    LanguageOptions language = arguments.language;
    const auto options = loadOptions(file, language);
    if (!options) return usageOrModelError;
    std::string error;
    const auto input = file == "-" ? support::readStandardInput(error) : std::nullopt;
    if (!error.empty()) return usageError("cannot read standard input: " + error);
    const auto loaded = input ? parser::loadText("<stdin>", *input, *options) : parser::load(file, *options);
    // If a file was found in a folder and is not Alloy, it only gets a row in the table at the end.
    if (runner::SolvedFile::isNotAlloy(*loaded) && std::ranges::find(arguments.files, file) == arguments.files.end()) {
      rows.push_back(reporters::fileRow(file, *loaded));
      continue;
    }
    if (json.isAlone()) reporters::leaveNotesUnsaid();  // the JSON has the notes among the diagnostics
    std::vector<model::Diagnostic> found = loaded->diagnostics.all();
    if (loaded->model) std::ranges::move(suite::checkUnasked(*loaded), std::back_inserter(found));
    if (loaded->model) std::ranges::move(suite::scopeDiagnostics(*loaded->model, loaded->sources), std::back_inserter(found));
    std::string summary;
    if (loaded->model && arguments.redundant) {
      auto [warnings, text] = redundant(*loaded->model, arguments);
      // If the search has proved that a declaration is redundant, drops the parser's warning that it may be redundant.
      std::erase_if(found, [&](const model::Diagnostic& one) {
        return one.code == solver::redundantConstraint && std::ranges::any_of(warnings, [&](const model::Diagnostic& proved) {
                 return proved.span.file == one.span.file && proved.span.begin <= one.span.begin &&
                        one.span.end <= proved.span.end;
               });
      });
      std::ranges::move(warnings, std::back_inserter(found));
      summary = fmt::format("{}: {}\n", support::oneLine(file), text);
    }
    found = parser::withoutAllowed(std::move(found), loaded->sources, language.allowed);
    std::ranges::move(reporters::sarifResults(found, loaded->sources), std::back_inserter(results));
    if (json.isWanted())
      for (const model::Diagnostic& one : found) json.add(reporters::diagnosticJson(one, *loaded));
    if (!json.isAlone()) diagnostics.show(file, found, loaded->sources);
    if (!json.isAlone()) reporters::show(outputs.usesStandardOutput() ? stderr : stdout, summary);
    reporters::FileRow row = reporters::fileRow(file, *loaded);
    if (const auto warnings = std::ranges::count(found, model::Severity::warning, &model::Diagnostic::severity);
        row.state == reporters::FileRow::State::read && warnings != 0)
      row.outcome = support::plural(static_cast<std::size_t>(warnings), "warning");
    rows.push_back(std::move(row));
    good =
        good && loaded->model && std::ranges::none_of(found, [](const auto& d) { return d.severity == model::Severity::error; });
  }
  diagnostics.finish();
  if (!json.isAlone() && reporters::namesFolder(arguments.files)) {
    const bool color = reporters::wantsColor(colorChoice(arguments.color), stdout);
    reporters::show(outputs.usesStandardOutput() ? stderr : stdout, reporters::folderTable(rows, reporters::Style(color)),
                    reporters::Style(color));
  }
  if (onGithub())
    reporters::writeDocument(json.isAlone() || outputs.usesStandardOutput() ? stderr : stdout,
                             reporters::githubAnnotations(results));
  if (!json.write() || !outputs.write("--sarif", [&] { return reporters::sarif(results, "check", version()); }))
    return usageOrModelError;
  return good ? allPassed : usageOrModelError;
}

}  // namespace aunit::cli
