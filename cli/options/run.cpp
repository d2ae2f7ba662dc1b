#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action run(CLI::App& c) {
  const auto arguments = std::make_shared<RunArguments>();
  c.add_option(
       "PATH", arguments->paths,
       "Files, or folders that are searched for .aunit, .als, .prog and .md (default: the current folder); FILE::NAME and "
       "FILE:LINE are single tests")
      ->option_text("...");
  addPath(c, "--model", arguments->model, "The model that the test files are about");
  c.add_option("-k", arguments->names, "Only tests whose file or name matches: words joined by and, or, not, ( )")
      ->option_text("EXPR");
  c.add_option("--tag", arguments->tags, "Only tests with this tag (may be given several times: any of them)")
      ->option_text("TAG")
      ->allow_extra_args(false);
  c.add_option("--id", arguments->ids,
               "Exactly this test, as --list --json names it (may be given several times; -: those on standard input)")
      ->option_text("ID")
      ->allow_extra_args(false);
  c.add_flag("--lf", arguments->lastFailed, "Only tests that failed last time (all, if none did)");
  c.add_flag("--ff", arguments->failedFirst, "All tests, those that failed last time first");
  c.add_flag("--sw", arguments->stepwise, "Stop at the first failure, and start there the next time");
  c.add_flag("--shuffle", arguments->shuffle, "Files, and the tests of each, in a random order (that of the seed)")
      ->option_text("[=SEED]");
  c.add_option("--repeat", arguments->repeat, "Run all of it N times")->option_text("N")->check(atLeast(1));
  c.add_flag_callback(
      "-x", [arguments] { arguments->maxfail = 1; }, "Stop at the first failure");
  c.add_option("--maxfail", arguments->maxfail, "Stop after N failures")->option_text("N")->check(atLeast(1));
  c.add_option("--shard", arguments->shard, "Run part I of N parts (auto: as Slurm, Bazel, GitLab or MPI say)")
      ->option_text("I/N|auto");
  addPath(c, "--times", arguments->times,
          "With --shard: parts that take as long as each other, by this report of an earlier run (--json or --junit)");
  addJobs(c, arguments->jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments->timeout, "Give a test at most so many seconds");
  c.add_flag("--xfail-strict", arguments->xfailStrict, "A test that passes although `xfail` says that it fails, fails");
  addAllScopes(c, arguments->allScopes,
               "Of each solved test that has no instance, say whether there is one for any number of atoms", "10");
  c.add_flag("--require-all-scopes", arguments->requireAllScopes,
             "The same, and fail a check that holds in its scope but is not shown to hold in all");
  c.add_flag("--watch", arguments->watch, "Go on: judge again what changes, and what opens it, whenever a file is saved");
  c.add_flag("--list,--collect-only", arguments->list, "List the tests instead of running them");
  c.add_flag("--why", arguments->why, "Show where the fault is likely to be when tests fail (more: aunit locate)");
  c.add_option("--durations", arguments->durations, "Show the N slowest tests")->option_text("N")->check(atLeast(0));
  c.add_flag("-q,--quiet", arguments->quiet, "Only failures, one line each, and the counts");
  c.add_flag("-v,--verbose", arguments->verbose, "One line per test");
  addPath(c, "--junit", arguments->junit,
          "Write JUnit XML (-: to standard output, as for the next ones; the report then goes to standard error)");
  addPath(c, "--sarif", arguments->sarif,
          "Write SARIF, which code scanning reads: failed and doubtful tests, and with coverage what they do not meet");
  c.add_flag("--hostname", arguments->hostname, "Name this machine in the JUnit file");
  c.add_option("--json", arguments->json,
               "Write JSON (with --list: on the tests that would run; without FILE: to standard output)")
      ->option_text("[FILE]")
      ->expected(0, 1)
      ->default_str("-");
  c.add_flag("--json-lines", arguments->jsonLines,
             "Tell standard output as it happens, one JSON object a line, what starts and ends");
  addPath(c, "--html", arguments->html, "Write an HTML report with coverage, to be opened from disk", "FOLDER");
  c.add_flag("--coverage", arguments->coverage, "Show what of the model the tests covered");
  c.add_option("--criteria", arguments->criteria, "Which criteria: those of the paper (default), or all: R4 to R9 as well")
      ->check(CLI::IsMember({"paper", "all"}))
      ->option_text("SET");
  c.add_flag("--cover-libraries", arguments->coverLibraries,
             "Count library modules that the model opens (util/...) as part of it");
  c.add_flag("--suggest", arguments->suggest,
             "Show tests for what coverage misses, ready to be pasted, in the terminal and with --html");
  c.add_flag("--infeasible", arguments->infeasible, "Prove by solving which unmet requirements no valuation can meet");
  addPath(c, "--coverage-out", arguments->coverageOut, "Write the coverage data (see `aunit coverage`)");
  addFailUnder(c, arguments->failUnder);
  addFailOn(c, arguments->failOn);
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::run(*arguments); };
}

}  // namespace aunit::cli::options
