// aunit mutate: finds small changes of a model that its tests do not detect.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/input/changed_lines.h"
#include "cli/input/project.h"
#include "cli/input/shard_option.h"
#include "cli/input/thresholds.h"
#include "cli/output/github_links.h"
#include "cli/output/outputs.h"
#include "cli/parts/parts.h"
#include "cli/parts/progress.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "reporters/html/write.h"
#include "reporters/mutation/mutation.h"
#include "reporters/run/sarif.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/diagnostics_once.h"
#include "reporters/terminal/style.h"
#include "reporters/text.h"
#include "runner/files/discovery.h"
#include "runner/interrupt.h"
#include "runner/mutation.h"
#include "support/budget.h"
#include "support/files.h"
#include "support/plural.h"
#include "support/threads.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

/// The largest percentage among texts such as `MS=90`; nothing, after a message, if a text has no valid percentage.
std::optional<double> thresholdOf(const std::vector<std::string>& texts) {
  double percent = 0;
  for (const std::string& text : texts) {
    const auto number = text.starts_with("MS=") ? percentage(text.substr(3)) : std::nullopt;
    if (!number) return usageError(fmt::format("--fail-under {}: expected MS=PERCENT, a percentage from 0 to 100", text));
    percent = std::max(percent, *number);
  }
  return percent;
}

/// Completes the arguments from aunit.toml.
bool complete(MutateArguments& arguments) {
  const auto settings = completeFromProject(arguments.paths, arguments.model, arguments.language);
  if (!settings) return false;
  if (arguments.jobs == 0) arguments.jobs = settings->jobs.value_or(0);
  if (arguments.jobs == 0) arguments.jobs = static_cast<int>(support::cores());
  return true;
}

void addTo(Outputs& outputs, const MutateArguments& arguments) {
  outputs.addFile("--json", arguments.json);
  outputs.addFile("--markdown", arguments.markdown);
  outputs.addFile("--sarif", arguments.sarif);
  outputs.addFile("--matrix", arguments.matrix);
  outputs.addReport("--html", arguments.html);
}

/// How many tests and mutants could not be judged for lack of memory or because of an internal error, in words: "1 test and 2
/// mutants". Empty if there are none.
std::string lostOf(const strength::Report& report) {
  const auto tests =
      std::ranges::count_if(report.tests, [](const strength::TestInfo& test) { return !test.usable && suite::isOurs(test.why); });
  std::ptrdiff_t mutants = 0;
  for (const strength::MutatedFile& file : report.files) mutants += std::ranges::count_if(file.mutants, strength::isLost);
  std::string text = tests == 0 ? "" : support::plural(static_cast<std::size_t>(tests), "test");
  if (mutants != 0) text += (text.empty() ? "" : " and ") + support::plural(static_cast<std::size_t>(mutants), "mutant");
  return text;
}

/// Shows and writes a report; returns the exit code.
int present(const strength::Report& report, const MutateArguments& arguments, Outputs& outputs, double threshold) {
  std::FILE* out = outputs.usesStandardOutput() ? stderr : stdout;
  const bool color = reporters::wantsColor(colorChoice(arguments.color), out);
  reporters::show(out, reporters::mutationText(report, {color, arguments.verbose ? std::size_t(-1) : 20}),
                  reporters::Style(color));
  bool written = outputs.write("--json", [&] { return reporters::mutationJson(report); });
  written &= outputs.write("--markdown", [&] { return reporters::mutationMarkdown(report, githubLinks()); });
  written &= outputs.write("--sarif", [&] { return reporters::sarif(reporters::sarifResults(report), "mutate", version()); });
  written &= outputs.write("--matrix", [&] { return reporters::mutationMatrix(report); });
  std::string error;
  if (arguments.html && !reporters::html::write(report, *arguments.html, error)) {
    usageError(error);
    written = false;
  }
  if (!written) return usageOrModelError;
  if (onGithub()) reporters::writeDocument(out, reporters::mutationAnnotations(report));
  if (report.interrupted) return interrupted;
  if (const std::string lost = lostOf(report); !lost.empty()) {
    reporters::complain(fmt::format(
        "{} could not be judged, because memory ran out or an internal error occurred: the report may count killed mutants as "
        "survivors",
        lost));
    return internalError;
  }
  const coverage::Tally score = report.counts().score();
  if (score.percent() >= threshold) return allPassed;
  reporters::complain(fmt::format("MS (mutation score) is {} ({}/{}), less than {} %", aunit::coverage::percentText(score),
                                  score.met, score.total, threshold));
  return thresholdMissed;
}

/// Reads a report that aunit wrote. Returns nothing, after a message, if the file is no such report.
std::optional<strength::Report> readReport(const std::string& path) {
  std::string error;
  const auto text = support::readFile(path, error);
  if (!text) return usageError(fmt::format("cannot read {}: {}", path, error));
  auto report = reporters::mutationFromJson(*text, error);
  if (!report) usageError(fmt::format("{} is not a report of `aunit mutate --json`: {}", path, error));
  return report;
}

/// Shows the changes between two reports; returns the exit code.
int diff(const MutateArguments& arguments) {
  Outputs outputs;
  outputs.addFile("--markdown", arguments.markdown);
  if (!outputs.open(arguments.compare)) return usageOrModelError;
  const auto before = readReport(arguments.compare.front()), after = before ? readReport(arguments.compare.back()) : std::nullopt;
  if (!after) return usageOrModelError;
  std::FILE* out = outputs.usesStandardOutput() ? stderr : stdout;
  const bool color = reporters::wantsColor(colorChoice(arguments.color), out);
  reporters::show(out, reporters::mutationChangesText(*before, *after, color), reporters::Style(color));
  if (!outputs.write("--markdown", [&] { return reporters::mutationChangesMarkdown(*before, *after, githubLinks()); }))
    return usageOrModelError;
  const std::size_t lost = strength::changes(*before, *after).lost.size();
  if (arguments.failOn.empty() || lost == 0) return allPassed;
  reporters::complain(fmt::format("{} {} no longer killed", support::plural(lost, "mutant"), lost == 1 ? "is" : "are"));
  return thresholdMissed;
}

/// Combines the reports of shards. `seconds`: the time that the shards took together; 0 if unknown. Returns the exit code.
int mergeReports(const std::vector<std::string>& paths, double seconds, const MutateArguments& arguments, Outputs& outputs,
                 double threshold) {
  std::vector<strength::Report> shards;
  for (const std::string& path : paths) {
    auto report = readReport(path);
    if (!report) return usageOrModelError;
    shards.push_back(std::move(*report));
  }
  std::string error;
  auto report = strength::united(std::move(shards), error);
  if (!report) return usageError("--merge: " + error);
  report->seconds = seconds;
  std::vector<std::string> sources;
  for (const strength::MutatedFile& file : report->files) sources.push_back(file.path);
  if (!outputs.spare(sources)) return usageOrModelError;
  if (arguments.matrix && !report->allKillers)
    return usageError(
        "--matrix: the reports name only the first test that kills each mutant; make the reports with --matrix, too");
  return present(*report, arguments, outputs, threshold);
}

}  // namespace

int mutate(const MutateArguments& given) {
  MutateArguments arguments = given;
  if (!complete(arguments)) return usageOrModelError;
  const auto threshold = thresholdOf(arguments.failUnder);
  if (!threshold) return usageOrModelError;
  if (!arguments.compare.empty()) return diff(arguments);
  Outputs outputs;
  addTo(outputs, arguments);
  if (!arguments.merge.empty())
    return outputs.open(arguments.merge) ? mergeReports(arguments.merge, 0, arguments, outputs, *threshold) : usageOrModelError;
  runner::MutationOptions options;
  const auto shard = shardOf(ownPart() ? ownPart()->shard : arguments.shard, arguments.times);
  if (!shard) return usageOrModelError;
  options.shard = *shard;
  if (arguments.model && !std::filesystem::exists(*arguments.model))
    return usageError(fmt::format("no such file: {}", *arguments.model));
  std::optional<ChangedLines> changed;
  if (arguments.since) {
    std::string error;
    changed = ChangedLines::since(*arguments.since, error);
    if (!changed) return usageError("--since: " + error);
    options.concerns = [&](const suite::Place& place) { return changed->any(place.path, place.line, place.endLine); };
  }
  const runner::Discovery discovery = runner::discover(arguments.paths);
  for (const std::string& error : discovery.errors) usageError(error);
  if (!discovery.errors.empty()) return usageOrModelError;
  if (!ownPart() && !outputs.open(discovery.files)) return usageOrModelError;

  runner::catchInterrupts();
  // Whether this process does all work of its shard without other processes. --html needs this: HTML shows examples, and the
  // reports of other processes contain none.
  const bool whole = arguments.html || shard->total > 1;
  const auto begun = std::chrono::steady_clock::now();
  Progress progress;
  options.progress = [&](std::size_t done, std::size_t all, const char* what) { progress(done, all, what); };
  if (const auto parts = whole ? std::nullopt : doneInParts(arguments.jobs, std::ref(progress))) {
    progress.clear();
    reporters::show(stderr, parts->said);
    if (parts->code != 0) return parts->code;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    return mergeReports(parts->reports, seconds.count(), arguments, outputs, *threshold);
  }
  options.modelPath = arguments.model.value_or("");
  options.alloy5 = arguments.language.alloy5;
  options.campaign.semantics = arguments.language.semantics;
  options.campaign.allScopes = arguments.allScopes.value_or(0);
  options.campaign.operators = arguments.operators == "mualloy" ? strength::OperatorSet::mualloy : strength::OperatorSet::all;
  options.allKillers = arguments.matrix.has_value();
  options.campaign.keepExamples = arguments.html.has_value();
  options.campaign.limits = {.seconds = arguments.timeout, .stop = &runner::interruptRequested};
  options.arid = arguments.arid || options.campaign.operators == strength::OperatorSet::mualloy;
  options.prove = !arguments.noProofs;
  options.seconds = arguments.time;
  options.campaign.whole = support::Budget({.seconds = arguments.time});
  options.jobs = static_cast<unsigned>(arguments.jobs);
  const strength::Report report = runner::mutate(discovery.files, options);
  progress.clear();

  reporters::showLoadErrors(report.errors);
  if (!report.errors.empty() || !outputs.spare(report.sources)) return usageOrModelError;
  if (!report.passed.empty())
    reporters::show(
        stderr,
        fmt::format("{} skipped ({}{}): only Alloy models can be mutated\n", support::plural(report.passed.size(), "file"),
                    report.passed.size() == 1 ? "" : "the first is ", support::oneLine(report.passed.front())));
  if (report.files.empty() && !report.interrupted)
    return nothingFor(report.tests.empty()      ? report.passed.empty()
                                                      ? "there are no tests; `aunit generate` proposes some for a model"
                                                      : "there are no tests"
                      : arguments.since         ? fmt::format("the changes since {} touch no line with mutants", *arguments.since)
                      : options.shard.total > 1 ? "no mutant is in this shard"
                                                : "there is nothing to change in the model that the tests are about");
  return ownPart() ? handOver(reporters::mutationJson(report)) : present(report, arguments, outputs, *threshold);
}

}  // namespace aunit::cli
