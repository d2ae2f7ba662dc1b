#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, RunArguments& arguments) {
  add(c, "PATH", arguments.paths, "...",
      "Files, or folders that are searched for .aunit, .als, .prog and .md (default: the current folder); FILE::NAME and "
      "FILE:LINE are single tests");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  add(c, "-k", arguments.names, "EXPR", "Only tests whose file or name matches: words joined by and, or, not, ( )");
  add(c, "--tag", arguments.tags, "TAG", "Only tests with this tag (may be given several times: any of them)")
      ->allow_extra_args(false);
  add(c, "--id", arguments.ids, "ID",
      "Exactly this test, as --list --json names it (may be given several times; -: those on standard input)")
      ->allow_extra_args(false);
  c.add_flag("--lf", arguments.lastFailed, "Only tests that failed last time (all, if none did)");
  c.add_flag("--ff", arguments.failedFirst, "All tests, those that failed last time first");
  c.add_flag("--sw", arguments.stepwise, "Stop at the first failure, and start there the next time");
  c.add_flag("--shuffle", arguments.shuffle, "Files, and the tests of each, in a random order (that of the seed)")
      ->option_text("[=SEED]");
  addNumber(c, "--repeat", arguments.repeat, atLeast(1), "Run all of it N times");
  c.add_flag_callback(
      "-x", [&arguments] { arguments.maxfail = 1; }, "Stop at the first failure");
  addNumber(c, "--maxfail", arguments.maxfail, atLeast(1), "Stop after N failures");
  add(c, "--shard", arguments.shard, "I/N|auto", "Run part I of N parts (auto: as Slurm, Bazel, GitLab or MPI say)");
  add(c, "--times", arguments.times, "FILE",
      "With --shard: parts that take as long as each other, by this report of an earlier run (--json or --junit)");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout, "Give a test at most so many seconds");
  c.add_flag("--xfail-strict", arguments.xfailStrict, "A test that passes although `xfail` says that it fails, fails");
  addAllScopes(c, arguments.allScopes,
               "Of each solved test that has no instance, say whether there is one for any number of atoms", "10");
  c.add_flag("--require-all-scopes", arguments.requireAllScopes,
             "The same, and fail a check that holds in its scope but is not shown to hold in all");
  c.add_flag("--watch", arguments.watch, "Go on: judge again what changes, and what opens it, whenever a file is saved");
  c.add_flag("--list,--collect-only", arguments.list, "List the tests instead of running them");
  c.add_flag("--why", arguments.why, "Show where the fault is likely to be when tests fail (more: aunit locate)");
  addNumber(c, "--durations", arguments.durations, atLeast(0), "Show the N slowest tests");
  c.add_flag("-q,--quiet", arguments.quiet, "Only failures, one line each, and the counts");
  c.add_flag("-v,--verbose", arguments.verbose, "One line per test");
  add(c, "--junit", arguments.junit, "FILE",
      "Write JUnit XML (-: to standard output, as for the next ones; the report then goes to standard error)");
  add(c, "--sarif", arguments.sarif, "FILE",
      "Write SARIF, which code scanning reads: failed and doubtful tests, and with coverage what they do not meet");
  c.add_flag("--hostname", arguments.hostname, "Name this machine in the JUnit file");
  add(c, "--json", arguments.json, "[FILE]",
      "Write JSON (with --list: on the tests that would run; without FILE: to standard output)")
      ->expected(0, 1)
      ->default_str("-");
  c.add_flag("--json-lines", arguments.jsonLines,
             "Tell standard output as it happens, one JSON object a line, what starts and ends");
  add(c, "--html", arguments.html, "FOLDER", "Write an HTML report with coverage, to be opened from disk");
  c.add_flag("--coverage", arguments.coverage, "Show what of the model the tests covered");
  addChoice(c, "--criteria", arguments.criteria, "SET", {"paper", "all"},
            "Which criteria: those of the paper (default), or all: R4 to R9 as well");
  c.add_flag("--cover-libraries", arguments.coverLibraries,
             "Count library modules that the model opens (util/...) as part of it");
  c.add_flag("--suggest", arguments.suggest,
             "Show tests for what coverage misses, ready to be pasted, in the terminal and with --html");
  c.add_flag("--infeasible", arguments.infeasible, "Prove by solving which unmet requirements no valuation can meet");
  add(c, "--coverage-out", arguments.coverageOut, "FILE", "Write the coverage data (see `aunit coverage`)");
  addFailUnder(c, arguments.failUnder);
  addFailOn(c, arguments.failOn);
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
