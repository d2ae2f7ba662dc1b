#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"
#include "runner/files/settings.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, RunArguments& arguments) {
  add(c, "PATH", arguments.paths, "...",
      "Files, folders, or single tests: FILE::NAME, FILE:LINE\nFolders are searched for .aunit, .als, .prog and .md "
      "(default: the current folder)");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  add(c, "-k", arguments.names, "EXPR", "Tests whose names match EXPR: words with and, or, not, ( )");
  add(c, "--tag", arguments.tags, "TAG", "Tests with this tag (if repeated: with any of the tags)")->allow_extra_args(false);
  add(c, "--id", arguments.ids, "ID", "The test with this ID, as in --list --json\nRepeatable; -: the IDs on standard input")
      ->allow_extra_args(false);
  c.add_flag("--lf", arguments.lastFailed, "Tests that failed last time (all tests if none failed)");
  c.add_flag("--ff", arguments.failedFirst, "Run first the tests that failed last time");
  c.add_flag("--sw", arguments.stepwise, "Stop at the first failure, and start there the next time");
  c.add_flag("--shuffle", arguments.shuffle,
             "Run files, and the tests of each, in a random order\nSEED repeats the order of an earlier run")
      ->option_text("[=SEED]");
  addNumber(c, "--repeat", arguments.repeat, atLeast(1), "Run the selected tests N times");
  c.add_flag_callback(
      "-x", [&arguments] { arguments.maxfail = 1; }, "Stop at the first failure");
  addNumber(c, "--maxfail", arguments.maxfail, atLeast(1), "Stop after N failures");
  addShard(c, arguments.shard, arguments.times, "an earlier run (--json or --junit)");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout, "Time limit per test, in seconds (default: none)");
  addTime(c, arguments.time, "Tests not judged within this time are errors");
  addAllScopes(c, arguments.allScopes, "Prove answers of solved tests", "10");
  CLI::Option* watch = c.add_flag("--watch", arguments.watch,
                                  "Run again whenever a file is saved\nRuns the changed files, and the files that open them");
  c.add_flag("--list,--collect-only", arguments.list, "List the tests instead of running them");
  c.add_flag("--why", arguments.why, "When tests fail, show where the fault may be\n`aunit locate` shows more");
  addNumber(c, "--durations", arguments.durations, atLeast(0), "Show the N slowest tests");
  c.add_flag("-q,--quiet", arguments.quiet, "Show less: one line per failure, and the counts");
  c.add_flag("-v,--verbose", arguments.verbose, "Show more: one line per test");
  addChoice(c, "--tb", arguments.traceback, "HOW", {"short", "long", "line", "no"},
            "How failures are shown (default short)\nshort: with the relations that the reason mentions; long: with whole "
            "valuations, as -v; line: one line per failure, as -q; no: not at all");
  add(c, "--junit", arguments.junit, "FILE",
      "Write JUnit XML\n-: standard output (also for the options below); the report then goes to standard error");
  add(c, "--sarif", arguments.sarif, "FILE",
      "Write SARIF for code scanning\nFailed tests, tests that pass with a warning, and, with --coverage, unmet requirements");
  c.add_flag("--hostname", arguments.hostname, "Write this machine's name into the JUnit file");
  addJson(c, arguments.json, "Write JSON: outcomes, and coverage", "With --list: the tests that would run");
  c.add_flag("--json-lines", arguments.jsonLines, "Write one JSON object per event to standard output, as events happen");
  add(c, "--html", arguments.html, "FOLDER", "Write HTML: outcomes, and coverage");
  c.add_flag("--coverage", arguments.coverage, "Show coverage of the model");
  addChoice(c, "--criteria", arguments.criteria, "SET", {"paper", "all"},
            "Criteria of --coverage: paper (default), or all (adds aunit's own)");
  c.add_flag("--cover-libraries", arguments.coverLibraries, "Cover library modules (util/...) that the model opens, too");
  c.add_flag("--suggest", arguments.suggest, "Show tests for unmet requirements\nIn the terminal and with --html");
  c.add_flag("--infeasible", arguments.infeasible, "Prove by solving which unmet requirements no valuation can meet");
  add(c, "--coverage-out", arguments.coverageOut, "FILE", "Write the coverage data (see `aunit coverage`)");
  addFailUnder(c, arguments.failUnder);
  addFailOn(c, arguments.failOn, runner::runFailsOn,
            "Exit with 1 on: vacuous, unproved, xpass\nvacuous: an answer that does not depend on the command, for example "
            "because the facts contradict each other; "
            "unproved: a check that holds in its scope and is not proved for any number of atoms; xpass: a test marked `xfail` "
            "that passes");
  addColorAndLanguage(c, arguments);
  watch->excludes("--junit", "--sarif", "--json", "--html", "--coverage", "--coverage-out", "--infeasible", "--suggest", "--list",
                  "--json-lines", "--id", "--sw", "--fail-under",
                  "--repeat");  // these options are about a single run, but --watch runs tests repeatedly
  inGroup(c, "Select", {"--model", "-k", "--tag", "--lf", "--list", "--watch"});
  inGroup(c, "Output", {"-q", "-v", "--junit", "--json", "--html", "--coverage"});
  inGroup(c, "Fail", {"-x", "--fail-under", "--fail-on"});
  inGroup(c, "Limits", {"-j", "--timeout", "--time"});
  inGroup(c, old, {"--suggest"});  // replaced by `generate --for coverage`
  inGroup(c, rare,
          {"--id", "--ff", "--sw", "--shuffle", "--repeat", "--all-scopes", "--why", "--durations", "--sarif", "--hostname",
           "--json-lines", "--criteria", "--cover-libraries", "--infeasible", "--coverage-out", "--tb", "--maxfail",
           "--no-overflow"});
}

}  // namespace aunit::cli::options
