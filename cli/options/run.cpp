#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"
#include "runner/files/settings.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, RunArguments& arguments) {
  add(c, "PATH", arguments.paths, "...",
      "Files with tests, folders of them, or single tests: FILE::NAME, FILE:LINE\nFolders are searched for .aunit, .als, .prog "
      "and .md (default: the current folder)");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  add(c, "-k", arguments.names, "EXPR", "Tests whose name matches: words, and, or, not, ( )");
  add(c, "--tag", arguments.tags, "TAG", "Tests with this tag (repeatable: any of them)")->allow_extra_args(false);
  add(c, "--id", arguments.ids, "ID", "The test with this ID of --list --json\nRepeatable; -: the IDs on standard input")
      ->allow_extra_args(false);
  c.add_flag("--lf", arguments.lastFailed, "Tests that failed last time (all if none did)");
  c.add_flag("--ff", arguments.failedFirst, "Tests that failed last time first");
  c.add_flag("--sw", arguments.stepwise, "Stop at the first failure, and start there the next time");
  c.add_flag("--shuffle", arguments.shuffle, "Files, and the tests of each, in a random order (SEED repeats an order)")
      ->option_text("[=SEED]");
  addNumber(c, "--repeat", arguments.repeat, atLeast(1), "Run all of it N times");
  c.add_flag_callback(
      "-x", [&arguments] { arguments.maxfail = 1; }, "Stop at the first failure");
  addNumber(c, "--maxfail", arguments.maxfail, atLeast(1), "Stop after N failures");
  addShard(c, arguments.shard, arguments.times, "an earlier run (--json or --junit)");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout, "Time limit per test, in seconds");
  addAllScopes(c, arguments.allScopes, "Prove answers of solved tests for any number of atoms", "10");
  CLI::Option* watch =
      c.add_flag("--watch", arguments.watch, "Run again whenever a file is saved\nThe changed files, and files that open them");
  c.add_flag("--list,--collect-only", arguments.list, "List the tests instead of running them");
  c.add_flag("--why", arguments.why, "Show where the fault is likely to be when tests fail (more: aunit locate)");
  addNumber(c, "--durations", arguments.durations, atLeast(0), "Show the N slowest tests");
  c.add_flag("-q,--quiet", arguments.quiet, "One line per failure, and the counts");
  c.add_flag("-v,--verbose", arguments.verbose, "One line per test");
  addChoice(c, "--tb", arguments.traceback, "HOW", {"short", "long", "line", "no"},
            "How failures are shown (default short)\nshort: with the relations that the reason mentions; long: with whole "
            "valuations, as -v; line: a line each, as -q; no: not at all");
  add(c, "--junit", arguments.junit, "FILE",
      "Write JUnit XML\n-: to standard output, as for the next ones; the report then goes to standard error");
  add(c, "--sarif", arguments.sarif, "FILE",
      "Write SARIF for code scanning\nFailed and doubtful tests, and with coverage unmet requirements");
  c.add_flag("--hostname", arguments.hostname, "Name this machine in the JUnit file");
  add(c, "--json", arguments.json, "[FILE]", "Write JSON (default: to standard output)\nWith --list: on the tests that would run")
      ->expected(0, 1)
      ->default_str("-");
  c.add_flag("--json-lines", arguments.jsonLines, "Write one JSON object per event to standard output, as events happen");
  add(c, "--html", arguments.html, "FOLDER", "Write an HTML report with coverage");
  c.add_flag("--coverage", arguments.coverage, "Show what of the model the tests cover");
  addChoice(c, "--criteria", arguments.criteria, "SET", {"paper", "all"},
            "Which criteria: those of the paper (default), or all: R4 to R9 as well");
  c.add_flag("--cover-libraries", arguments.coverLibraries,
             "Count library modules that the model opens (util/...) as part of it");
  c.add_flag("--suggest", arguments.suggest,
             "Show tests for what coverage misses, ready to be pasted\nIn the terminal and with --html");
  c.add_flag("--infeasible", arguments.infeasible, "Prove by solving which unmet requirements no valuation can meet");
  add(c, "--coverage-out", arguments.coverageOut, "FILE", "Write the coverage data (see `aunit coverage`)");
  addFailUnder(c, arguments.failUnder);
  addFailOn(c, arguments.failOn, runner::runFailsOn,
            "Exit with 1: vacuous, unproved, xpass\nvacuous: an answer whose facts contradict each other, for example; "
            "unproved: a check that holds in its scope and is not proved for any number of atoms; xpass: a test marked `xfail` "
            "that passes");
  addColorAndLanguage(c, arguments);
  watch->excludes("--junit", "--sarif", "--json", "--html", "--coverage", "--coverage-out", "--infeasible", "--suggest", "--list",
                  "--json-lines", "--id", "--sw", "--fail-under", "--repeat");  // which are of one run
  inGroup(c, "Select", {"--model", "-k", "--tag", "--lf", "--list"});
  inGroup(c, "Output", {"-q", "-v", "--tb", "--junit", "--json", "--html", "--coverage", "--suggest"});
  inGroup(c, "Fail", {"-x", "--maxfail", "--fail-under", "--fail-on"});
  inGroup(c, "Limits", {"-j", "--timeout"});
  inGroup(c, rare,
          {"--id", "--ff", "--sw", "--shuffle", "--repeat", "--all-scopes", "--why", "--durations", "--sarif", "--hostname",
           "--json-lines", "--criteria", "--cover-libraries", "--infeasible", "--coverage-out"});
}

}  // namespace aunit::cli::options
