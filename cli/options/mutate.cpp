#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, MutateArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Files with tests, or folders that are searched for them (default: the current folder)");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  addChoice(c, "--operators", arguments.operators, "SET", {"all", "mualloy"},
            "Which changes: all (default), or those of MuAlloy");
  add(c, "--since", arguments.since, "REV", "Only changes on lines that differ from this commit");
  addShard(c, arguments.shard, arguments.times, "an earlier mutate (--json)");
  c.add_flag("--arid", arguments.arid, "Change facts that hold by declaration, too\nWith --operators mualloy they always are");
  add(c, "--merge", arguments.merge, "FILE...", "Unite the reports on all shards (--json)\nInstead of judging anything")
      ->excludes("PATH", "--shard", "--times", "--since");
  c.add_flag("--no-proofs", arguments.noProofs,
             "Do not ask the solver about survivors\nWhich are equivalent, and which test is missing");
  addAllScopes(c, arguments.allScopes, "Prove for any number of atoms that mutants are equivalent")
      ->excludes("--no-proofs", "--merge");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout, "Time limit per mutant and proof (default 10 s)\n0: no limit");
  addTime(c, arguments.time, "All mutants are judged; survivors that no proof has reached are unknown");
  c.add_flag("-v,--verbose", arguments.verbose, "Show all survivors, not only the first 20");
  add(c, "--json", arguments.json, "FILE",
      "Write JSON (mutation-testing-report-schema)\n-: to standard output, as for the next ones; the report then goes to "
      "standard "
      "error");
  add(c, "--html", arguments.html, "FOLDER",
      "Write an HTML report\nSurvivors on their places, each with the test that would kill it");
  add(c, "--markdown", arguments.markdown, "FILE", "Write a summary for pull requests");
  add(c, "--sarif", arguments.sarif, "FILE", "Write SARIF for code scanning: survivors");
  add(c, "--matrix", arguments.matrix, "FILE", "Judge all tests on all mutants\nWrites which kills which");
  add(c, "--fail-under", arguments.failUnder, "MS=PERCENT", "Exit with 6 if fewer mutants are killed")->allow_extra_args(false);
  CLI::Option* const diff =
      add(c, "--diff", arguments.diff, "OLD NEW", "Compare two reports (--json)\nInstead of judging anything")
          ->expected(2)
          ->excludes("PATH", "--shard", "--times", "--since", "--merge", "--json", "--html", "--matrix", "--fail-under");
  addFailOn(c, arguments.failOn, lossAlone, "loss: exit with 6 if a mutant is no longer killed\nWith --diff")->needs(diff);
  addColorAndLanguage(c, arguments);
  inGroup(c, "Select", {"--model", "--operators", "--since"});
  inGroup(c, "Output", {"-v", "--json", "--html", "--markdown", "--sarif", "--diff"});
  inGroup(c, "Fail", {"--fail-under", "--fail-on"});
  inGroup(c, "Limits", {"-j", "--timeout", "--time"});
  inGroup(c, rare, {"--arid", "--merge", "--all-scopes", "--matrix"});
}

}  // namespace aunit::cli::options
