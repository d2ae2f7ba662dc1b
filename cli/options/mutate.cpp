#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action mutate(CLI::App& c) {
  const auto arguments = std::make_shared<MutateArguments>();
  c.add_option("PATH", arguments->paths, "Files with tests, or folders that are searched for them (default: the current folder)")
      ->option_text("...");
  addPath(c, "--model", arguments->model, "The model that the test files are about");
  c.add_option("--operators", arguments->operators, "Which changes: all (default), or those of MuAlloy")
      ->check(CLI::IsMember({"all", "mualloy"}))
      ->option_text("SET");
  c.add_option("--since", arguments->since, "Only changes on lines that differ from this git commit")->option_text("COMMIT");
  c.add_option("--shard", arguments->shard, "Judge part I of N parts of the mutants (auto: as Slurm, Bazel, GitLab or MPI say)")
      ->option_text("I/N|auto");
  addPath(c, "--times", arguments->times,
          "With --shard: parts that take as long as each other, by this report of an earlier mutate (--json)");
  c.add_flag("--arid", arguments->arid, "Change facts that hold by declaration, too (with --operators mualloy they always are)");
  c.add_option("--merge", arguments->merge, "Make one report of those on all shards (--json), instead of judging anything")
      ->option_text("FILE...")
      ->excludes("PATH", "--shard", "--times", "--since");
  c.add_flag("--no-proofs", arguments->noProofs,
             "Do not ask the solver about survivors: which are equivalent, which test is missing");
  addAllScopes(c, arguments->allScopes, "Say of each equivalent mutant whether it is so for any number of atoms")
      ->excludes("--no-proofs", "--merge");
  addJobs(c, arguments->jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments->timeout, "Give each mutant, and each proof, at most so many seconds (default 10, 0: no limit)");
  c.add_flag("-v,--verbose", arguments->verbose, "Show all survivors, not just the first 20");
  addPath(c, "--json", arguments->json,
          "Write JSON in the mutation-testing-report-schema (-: to standard output, as for the next ones; the report then "
          "goes to standard error)");
  addPath(c, "--html", arguments->html, "Write an HTML report: survivors on their places, each with the test that would kill it",
          "FOLDER");
  addPath(c, "--markdown", arguments->markdown, "Write a summary for pull requests");
  addPath(c, "--sarif", arguments->sarif, "Write SARIF, which code scanning reads: survivors");
  addPath(c, "--matrix", arguments->matrix, "Judge all tests on all mutants, and write which kills which");
  c.add_option("--fail-under", arguments->failUnder, "Exit with 6 when fewer of the mutants are killed")
      ->option_text("MS=PERCENT")
      ->allow_extra_args(false);
  CLI::Option* const diff =
      c.add_option("--diff", arguments->diff, "Compare two reports (--json), instead of judging anything")
          ->option_text("OLD NEW")
          ->expected(2)
          ->excludes("PATH", "--shard", "--times", "--since", "--merge", "--json", "--html", "--matrix", "--fail-under");
  c.add_flag("--fail-on-loss", arguments->failOnLoss, "With --diff: exit with 6 when a mutant was killed and no longer is")
      ->needs(diff);
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::mutate(*arguments); };
}

}  // namespace aunit::cli::options
