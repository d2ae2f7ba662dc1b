// aunit run: finds, selects and judges tests, and reports the results.

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <set>

#include <fmt/format.h>

#include "cli/input/nothing_chosen.h"
#include "cli/input/shard_option.h"
#include "cli/input/thresholds.h"
#include "cli/output/github_links.h"
#include "cli/output/outputs.h"
#include "cli/parts/parts.h"
#include "cli/parts/progress.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "cli/watch.h"
#include "coverage/data_file.h"
#include "reporters/coverage/table.h"
#include "reporters/faults/location.h"
#include "reporters/html/report.h"
#include "reporters/html/write.h"
#include "reporters/run/github.h"
#include "reporters/run/json.h"
#include "reporters/run/junit.h"
#include "reporters/run/sarif.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/notes.h"
#include "reporters/terminal/style.h"
#include "reporters/terminal/terminal.h"
#include "runner/files/settings.h"
#include "runner/interrupt.h"
#include "runner/kept_results.h"
#include "runner/location.h"
#include "runner/runner.h"
#include "runner/selection/ids.h"
#include "runner/selection/last_failed.h"
#include "runner/selection/picks.h"
#include "solver/allscopes/all_scopes.h"
#include "support/files.h"
#include "support/system/terminal.h"
#include "support/system/this_program.h"
#include "support/threads.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

using runner::RunResult;
using support::oneLine;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Completes the arguments from aunit.toml and from the environment variables that Bazel sets for tests.
bool complete(RunArguments& arguments, runner::Settings& settings) {
  std::string error;
  const runner::Picks given(arguments.paths);
  if (!runner::findSettings(given.paths().empty() ? "." : given.paths().front(), settings, error)) return usageError(error);
  if (arguments.paths.empty()) arguments.paths = {"."};
  arguments.requireAllScopes |= failsOn(arguments.failOn, "unproved");
  arguments.xfailStrict |= failsOn(arguments.failOn, "xpass");
  if (arguments.requireAllScopes && !arguments.allScopes) arguments.allScopes = solver::AllScopes::usualSeconds;
  arguments.restsOn = settings.testsRestOn.value_or(arguments.verbose);
  arguments.coverage |= !arguments.criteria.empty();
  arguments.language.allowed = settings.allowed;

  if (const std::string only = environment("TESTBRIDGE_TEST_ONLY"); !arguments.names && !only.empty()) arguments.names = only;
  if (const std::string xml = environment("XML_OUTPUT_FILE"); !arguments.junit && !xml.empty()) arguments.junit = xml;
  return true;
}

Outputs outputsOf(const RunArguments& arguments) {
  Outputs outputs;
  outputs.addFile("--junit", arguments.junit);
  outputs.addFile("--sarif", arguments.sarif);
  outputs.addFile("--coverage-out", arguments.coverageOut);
  outputs.addReport("--html", arguments.html);
  outputs.addFile("--json", arguments.json);
  return outputs;
}

/// Writes the reports. Returns the paths of the written files; nothing, after messages, if one could not be written.
std::optional<std::vector<std::string>> write(Outputs& outputs, const RunResult& run, const RunArguments& arguments) {
  bool good = outputs.write("--junit", [&] { return reporters::junit(run, arguments.hostname ? support::machineName() : ""); });
  good &= outputs.write("--sarif", [&] { return reporters::sarif(reporters::sarifResults(run), "run", version()); });
  good &= outputs.write("--coverage-out", [&] { return aunit::coverage::toJson(*run.coverage); });
  good &= outputs.write("--json", [&] { return reporters::json(run); });
  std::vector<std::string> written = outputs.written();
  if (arguments.html) {
    std::string error;
    std::string title = fmt::format("{}", fmt::join(arguments.paths, ", "));
    if (title.empty() || title == ".") title = std::filesystem::current_path().filename().generic_string();
    if (!reporters::html::write(reporters::html::reportOn(title, run), *arguments.html, error)) {
      usageError(error);
      good = false;
    }
    written.push_back((std::filesystem::path(*arguments.html) / "index.html").generic_string());
  }
  return good ? std::optional(std::move(written)) : std::nullopt;
}

std::size_t widthOf(std::FILE* out) {
  const std::size_t columns = support::terminalWidth(out);
  return columns >= 40 ? std::min<std::size_t>(columns, 120) : 80;
}

reporters::TerminalOptions terminalOptions(const RunArguments& arguments, std::FILE* out) {
  using reporters::Verbosity;
  reporters::TerminalOptions options;
  options.verbosity = arguments.quiet ? Verbosity::quiet : arguments.verbose ? Verbosity::verbose : Verbosity::normal;
  using reporters::FailureDetail;
  static const std::map<std::string, FailureDetail> details = {
      {"short", FailureDetail::brief}, {"long", FailureDetail::whole}, {"line", FailureDetail::line}, {"no", FailureDetail::no}};
  if (const auto detail = details.find(arguments.traceback); detail != details.end()) options.failures = detail->second;
  options.color = reporters::wantsColor(colorChoice(arguments.color.value_or("auto")), out);
  options.progress = support::isTerminal(out) && !arguments.quiet && environment("TERM") != "dumb";
  options.durations = arguments.durations.value_or(0);
  options.width = widthOf(out);
  return options;
}

/// The seed that the user gave; if there is none, a random seed, which is shown.
std::optional<std::uint64_t> seedOf(const std::string& text) {
  if (text == "true") {
    const std::uint64_t seed = std::random_device()();
    reporters::show(stderr, fmt::format("in a random order: --shuffle={} repeats it\n", seed));
    return seed;
  }
  std::uint64_t seed = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (status == std::errc() && end == text.data() + text.size()) return seed;
  return usageError(fmt::format("--shuffle: the seed must be a number, but is `{}`", text));
}

std::optional<runner::Selection> selection(const RunArguments& arguments, const runner::LastFailed& memory,
                                           const runner::Stepwise& stepwise) {
  runner::Selection selection;
  std::string error;
  const auto names = runner::NameExpression::parse(arguments.names.value_or(""), error);
  if (!names) return usageError(fmt::format("-k `{}`: {}", *arguments.names, error));
  selection.names = *names;
  selection.tags = arguments.tags;
  const auto shard = shardOf(arguments.shard, arguments.times);
  if (!shard) return std::nullopt;
  selection.shard = *shard;
  if (arguments.lastFailed)
    if (auto failed = memory.load(); !failed.empty()) selection.onlyIds = std::move(failed);
  if (arguments.failedFirst) selection.first = memory.load();
  if (arguments.stepwise) selection.from = stepwise.load();
  if (!arguments.shuffle.empty()) {
    selection.shuffle = seedOf(arguments.shuffle);
    if (!selection.shuffle) return std::nullopt;
  }
  selection.repeat = static_cast<std::size_t>(arguments.repeat);
  return selection;
}

/// Whether other shards have tests. Called if this shard has none.
bool isForOtherShards(const std::vector<runner::Candidate>& candidates, runner::Selection selection) {
  selection.shard = {};
  return !runner::select(candidates, selection).empty();
}

/// The values of --id. "-" is replaced by the ids on standard input. Returns nothing, after a message, if there are no ids.
std::optional<runner::Ids> idsOf(const std::vector<std::string>& given) {
  std::set<std::string> ids;
  for (const std::string& id : given) {
    if (id != "-")
      ids.insert(id);
    else
      for (std::string line; std::getline(std::cin, line);)
        if (!line.empty()) ids.insert(line);
  }
  if (!ids.empty()) return runner::Ids(std::move(ids));
  reporters::complain("--id -: standard input names no test");
  return std::nullopt;
}

void list(const std::vector<runner::Candidate>& tests) {
  for (const runner::Candidate& test : tests) {
    std::string tags;
    for (const std::string& tag : test.tags) tags += " @" + oneLine(tag);
    reporters::show(stdout, fmt::format("{}:{}: {}{}\n", oneLine(test.file), test.place.line, oneLine(test.name), tags));
  }
}

/// Lists the selected tests. Returns false, after a message, if a file does not load or the list cannot be written.
bool list(const runner::Run& run, const std::vector<std::size_t>& chosen, Outputs& outputs) {
  std::vector<runner::Candidate> tests;
  std::vector<suite::TestResult> errors;
  for (const std::size_t i : chosen) {
    if (const suite::TestResult* error = run.loadError(i))
      errors.push_back(*error);
    else
      tests.push_back(run.candidates()[i]);
  }
  if (outputs.empty()) list(tests);
  const bool written = outputs.write("--json", [&] { return reporters::listJson(tests, errors); });
  reporters::flush(stdout);
  for (const suite::TestResult& error : errors) reporters::show(stderr, error.details);
  return written && errors.empty();
}

/// Forwards events to several listeners.
class Listeners : public runner::Listener {
 public:
  void add(runner::Listener& listener) { all_.push_back(&listener); }

  void started(std::size_t tests, std::size_t files) override {
    for (runner::Listener* listener : all_) listener->started(tests, files);
  }
  void running(const std::string& file, const std::string& name, std::size_t done) override {
    for (runner::Listener* listener : all_) listener->running(file, name, done);
  }
  void finished(const suite::TestResult& test) override {
    for (runner::Listener* listener : all_) listener->finished(test);
  }

 private:
  std::vector<runner::Listener*> all_;
};

/// Listener for a part of a run: tells the parent process how many tests have run, and shows nothing.
class PartListener : public runner::Listener {
 public:
  void started(std::size_t tests, std::size_t) override { all_ = tests; }
  void running(const std::string&, const std::string&, std::size_t) override {}
  void finished(const suite::TestResult&) override { tellOfPart(++done_, all_, "tests"); }

 private:
  std::size_t done_ = 0, all_ = 0;
};

/// On GitHub, writes annotations to `out`, which GitHub reads, too. Writes the step summary to the file $GITHUB_STEP_SUMMARY.
void reportToGithub(const RunResult& run, std::FILE* out) {
  if (!onGithub()) return;
  const std::string annotations = reporters::githubAnnotations(run);
  reporters::writeDocument(out, annotations);
  const std::string summary = environment("GITHUB_STEP_SUMMARY");
  if (summary.empty()) return;
  std::string error;
  if (!support::appendToFile(summary, reporters::githubSummary(run, githubLinks()), error))
    reporters::complain(fmt::format("cannot write the step summary to {}: {}", summary, error));
}

int exitCode(const RunResult& run, bool failsOnVacuous) {
  if (run.interrupted) return interrupted;
  if (!run.troubles.empty() || std::ranges::any_of(run.tests, suite::isInternalError)) return internalError;
  if (run.count(suite::Outcome::error) != 0) return usageOrModelError;
  if (run.count(suite::Outcome::failed) != 0) return testFailed;
  if (failsOnVacuous && std::ranges::any_of(run.tests, suite::isVacuous)) return testFailed;
  return run.tests.empty() ? nothingToRun : allPassed;
}

/// Shows the most likely places of the fault, below the report.
void showSuspects(const RunResult& run, const RunArguments& arguments, std::FILE* out) {
  constexpr std::size_t shown = 3;
  std::vector<std::string> files;
  for (const suite::TestResult& test : run.tests)
    if (test.outcome == suite::Outcome::failed && (files.empty() || files.back() != test.file)) files.push_back(test.file);
  if (files.empty() || run.interrupted) return;
  runner::LocationOptions options;
  options.modelPath = arguments.model.value_or("");
  options.alloy5 = arguments.language.alloy5;
  options.semantics = arguments.language.semantics;
  options.plainCommands = false;
  options.search = false;
  options.limits.stop = &runner::interruptRequested;
  const reporters::Style style(terminalOptions(arguments, out).color);
  reporters::show(out, reporters::whyText(runner::locate(files, options), shown, style), style);
}

/// Prints for each file of the run what `aunit generate --for coverage` would print.
void proposeTests(const RunResult& run, const RunArguments& arguments) {
  std::set<std::string> files;
  for (const suite::TestResult& test : run.tests) files.insert(test.file);
  for (const std::string& file : files) {
    GenerateArguments wanted;
    wanted.language = arguments.language;
    wanted.paths = {file};
    wanted.model = arguments.model.value_or("");
    wanted.purposes = {"coverage"};
    reporters::show(stdout, fmt::format("\nfor {}:\n", oneLine(file)));
    if (runner::interruptRequested || generate(wanted) == interrupted) return;
  }
}

bool covers(const RunArguments& arguments) {
  return arguments.coverage || arguments.coverLibraries || arguments.infeasible || arguments.suggest || arguments.coverageOut ||
         arguments.html || !arguments.failUnder.empty();
}

runner::RunOptions optionsFor(const RunArguments& arguments, const std::vector<Threshold>& thresholds) {
  runner::RunOptions options;
  options.vacuity = true;
  options.restsOn = arguments.restsOn;
  options.allScopes = arguments.allScopes;
  options.requireAllScopes = arguments.requireAllScopes;
  options.modelPath = arguments.model.value_or("");
  options.allowed = arguments.language.allowed;
  options.alloy5 = arguments.language.alloy5;
  options.semantics = arguments.language.semantics;
  options.strictXfail = arguments.xfailStrict;
  options.jobs = static_cast<unsigned>(arguments.jobs.value_or(static_cast<int>(support::cores())));
  options.maxFailures = arguments.stepwise ? 1 : static_cast<std::size_t>(arguments.maxfail.value_or(0));
  options.coverLibraries = arguments.coverLibraries;
  options.furtherCriteria =
      arguments.criteria == "all" || std::ranges::any_of(thresholds, [](const Threshold& threshold) {
        return std::ranges::find(coverage::furtherCriteria, threshold.criterion) != coverage::furtherCriteria.end();
      });
  options.infeasible = arguments.infeasible;
  options.suggest = arguments.suggest && arguments.html;
  options.coverage = covers(arguments);
  options.coverageValues = arguments.coverageOut || arguments.html;
  options.renderWarnings = arguments.verbose;
  options.keepInstances = arguments.html.has_value();
  // Finds unsat cores only if an output shows them; the text of -q has one line per failure.
  options.conflicts = !arguments.quiet || arguments.json || arguments.junit || arguments.sarif || arguments.html ||
                      arguments.jsonLines || onGithub();
  options.limits = limitsOf(arguments.timeout.value_or(0), arguments.time);
  return options;
}

/// Whether several processes can share the tests. They cannot with --shuffle, --repeat, --sw, --maxfail, --json-lines, coverage,
/// --shard or `--id -`.
bool canBeShared(const RunArguments& arguments, const runner::Selection& selection) {
  const bool inOrder = selection.shuffle || selection.repeat != 1 || arguments.stepwise || arguments.maxfail.value_or(0) != 0;
  return !inOrder && !covers(arguments) && !arguments.jsonLines && selection.shard.total == 1 &&
         std::ranges::find(arguments.ids, "-") == arguments.ids.end();
}

}  // namespace

int run(const RunArguments& given) {
  RunArguments arguments = given;
  runner::Settings settings;
  if (!complete(arguments, settings)) return usageOrModelError;
  if (ownPart()) arguments.shard = ownPart()->shard;
  const std::string root = settings.root.empty() ? "." : settings.root;
  const runner::LastFailed memory(root);
  const runner::Stepwise stepwise(root);
  auto chosenBy = selection(arguments, memory, stepwise);
  if (!chosenBy) return usageOrModelError;
  if (arguments.model && !std::filesystem::exists(*arguments.model))
    return usageError(fmt::format("no such file: {}", *arguments.model));
  const runner::Picks picks(arguments.paths);
  runner::Discovery discovery = runner::discover(picks.paths());
  std::optional<runner::Ids> ids;
  if (!arguments.ids.empty()) {
    ids = idsOf(arguments.ids);
    if (!ids) return nothingToRun;
    ids->narrow(discovery, discovery.errors);
  }
  for (const std::string& error : discovery.errors) usageError(error);
  if (!discovery.errors.empty()) return usageOrModelError;
  const auto thresholds = parseThresholds(arguments.failUnder);
  if (!thresholds) return usageOrModelError;
  if (arguments.watch) {
    arguments.coverage = arguments.coverLibraries = arguments.infeasible = arguments.suggest = false;
    arguments.coverageOut = arguments.html = std::nullopt;
    return watch(arguments.paths, optionsFor(arguments, {}), std::move(*chosenBy), terminalOptions(arguments, stdout));
  }
  Outputs outputs;
  if (arguments.list)
    outputs.addFile("--json", arguments.json);
  else
    outputs = outputsOf(arguments);
  if (arguments.jsonLines && (arguments.list || outputs.usesStandardOutput()))
    return usageError(arguments.list ? "--json-lines cannot be used with --list; use --json for the list"
                                     : "--json-lines writes to standard output: give every report a file name instead of `-`");
  std::vector<std::string> inputs = discovery.files;
  if (!settings.file.empty()) inputs.push_back(settings.file);
  if (!ownPart() && !outputs.open(inputs)) return usageOrModelError;

  runner::catchInterrupts();
  runner::Run run(optionsFor(arguments, *thresholds));
  run.load(discovery);
  reporters::sayNotes();
  // Reports must not overwrite inputs, which include the modules that tests open.
  if (!outputs.spare({run.sources().begin(), run.sources().end()})) return usageOrModelError;
  const std::vector<runner::Candidate>& candidates = run.candidates();
  std::vector<std::string> errors;
  chosenBy->admitted = picks.admit(candidates, errors);
  if (ids) ids->admit(candidates, chosenBy->admitted, errors);
  const bool stopped = runner::interruptRequested;
  if (!errors.empty() && !stopped) {
    for (const std::string& error : errors) usageError(error);
    return usageOrModelError;
  }
  if (chosenBy->onlyIds && !runner::anyOf(candidates, *chosenBy->onlyIds)) {
    reporters::show(stderr, "the tests that failed last time no longer exist: aunit runs all tests\n");
    chosenBy->onlyIds.reset();
  }
  const std::vector<std::size_t> chosen = runner::select(candidates, *chosenBy);
  const bool emptyShard = chosen.empty() && isForOtherShards(candidates, *chosenBy);
  if (emptyShard)
    reporters::show(stderr, fmt::format("no test is in shard {}/{}: there are fewer tests than shards\n",
                                        chosenBy->shard.index + 1, chosenBy->shard.total));
  if (chosen.empty() && !emptyShard && !stopped) reporters::complain(whyNothingIsChosen(arguments, discovery, run));
  if (arguments.list) {
    if (!list(run, chosen, outputs)) return usageOrModelError;
    return chosen.empty() && !emptyShard ? nothingToRun : allPassed;
  }

  if (ownPart()) {
    PartListener listener;
    return handOver(runner::textOfResults(run.judge(chosen, listener).tests));
  }
  if (canBeShared(arguments, *chosenBy)) {
    Progress progress;
    const auto parts = doneInParts(std::min(arguments.jobs.value_or(1), static_cast<int>(chosen.size())), std::ref(progress));
    progress.clear();
    if (parts)
      for (const std::string& path : parts->reports)
        if (std::string error; const auto text = support::readFile(path, error)) run.know(runner::resultsOfText(*text));
  }
  std::FILE* out = outputs.usesStandardOutput() || arguments.jsonLines ? stderr : stdout;
  reporters::Terminal terminal(out, terminalOptions(arguments, out));
  reporters::JsonLines lines(stdout);
  Listeners listeners;
  listeners.add(terminal);
  if (arguments.jsonLines) listeners.add(lines);
  RunResult result = run.judge(chosen, listeners);
  result.shard = chosenBy->shard.index + 1;
  result.shards = chosenBy->shard.total;
  if (arguments.jsonLines) lines.ended(result);
  memory.update(result, discovery.files);
  if (arguments.stepwise) stepwise.update(result);
  const auto written = write(outputs, result, arguments);
  terminal.summarize(result, written.value_or(std::vector<std::string>{}));
  if (!written) return usageOrModelError;
  if (arguments.coverage || arguments.coverLibraries || arguments.infeasible || arguments.suggest) {
    const reporters::TerminalOptions shown = terminalOptions(arguments, out);
    const std::size_t gaps = arguments.quiet ? 0 : arguments.verbose ? std::size_t(-1) : 10;
    reporters::show(out, reporters::coverageTable(*result.coverage, {.color = shown.color, .gaps = gaps}),
                    reporters::Style(shown.color));
  }
  for (const std::string& trouble : result.troubles) reporters::show(stderr, trouble);
  if (arguments.why) showSuspects(result, arguments, out);
  if (arguments.suggest && out == stdout) proposeTests(result, arguments);
  reportToGithub(result, out);
  const int code = emptyShard ? allPassed : exitCode(result, failsOn(arguments.failOn, "vacuous"));
  return code == allPassed && !thresholds->empty() && !meets(*result.coverage, *thresholds) ? thresholdMissed : code;
}

}  // namespace aunit::cli
