#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, MutateArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Files with tests, or folders that are searched for them (default: the current folder)");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  addChoice(c, "--operators", arguments.operators, "SET", {"all", "mualloy"},
            "Which changes: all (default), or those of MuAlloy");
  add(c, "--since", arguments.since, "COMMIT", "Only changes on lines that differ from this git commit");
  add(c, "--shard", arguments.shard, "I/N|auto",
      "Judge part I of N parts of the mutants (auto: as Slurm, Bazel, GitLab or MPI say)");
  add(c, "--times", arguments.times, "FILE",
      "With --shard: parts that take as long as each other, by this report of an earlier mutate (--json)");
  c.add_flag("--arid", arguments.arid, "Change facts that hold by declaration, too (with --operators mualloy they always are)");
  add(c, "--merge", arguments.merge, "FILE...", "Make one report of those on all shards (--json), instead of judging anything")
      ->excludes("PATH", "--shard", "--times", "--since");
  c.add_flag("--no-proofs", arguments.noProofs,
             "Do not ask the solver about survivors: which are equivalent, which test is missing");
  addAllScopes(c, arguments.allScopes, "Say of each equivalent mutant whether it is so for any number of atoms")
      ->excludes("--no-proofs", "--merge");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout, "Give each mutant, and each proof, at most so many seconds (default 10, 0: no limit)");
  c.add_flag("-v,--verbose", arguments.verbose, "Show all survivors, not just the first 20");
  add(c, "--json", arguments.json, "FILE",
      "Write JSON in the mutation-testing-report-schema (-: to standard output, as for the next ones; the report then "
      "goes to standard error)");
  add(c, "--html", arguments.html, "FOLDER",
      "Write an HTML report: survivors on their places, each with the test that would kill it");
  add(c, "--markdown", arguments.markdown, "FILE", "Write a summary for pull requests");
  add(c, "--sarif", arguments.sarif, "FILE", "Write SARIF, which code scanning reads: survivors");
  add(c, "--matrix", arguments.matrix, "FILE", "Judge all tests on all mutants, and write which kills which");
  add(c, "--fail-under", arguments.failUnder, "MS=PERCENT", "Exit with 6 when fewer of the mutants are killed")
      ->allow_extra_args(false);
  CLI::Option* const diff =
      add(c, "--diff", arguments.diff, "OLD NEW", "Compare two reports (--json), instead of judging anything")
          ->expected(2)
          ->excludes("PATH", "--shard", "--times", "--since", "--merge", "--json", "--html", "--matrix", "--fail-under");
  c.add_flag("--fail-on-loss", arguments.failOnLoss, "With --diff: exit with 6 when a mutant was killed and no longer is")
      ->needs(diff);
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
