#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, MutateArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Files with tests, or folders of them\nDefault: the current folder");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  addChoice(c, "--operators", arguments.operators, "SET", {"all", "mualloy"},
            "Mutation operators: all (default), or those of MuAlloy");
  add(c, "--since", arguments.since, "REV", "Make mutants only of lines that changed since REV\nREV is a git commit");
  addShard(c, arguments.shard, arguments.times, "an earlier mutate (--json)");
  c.add_flag("--arid", arguments.arid,
             "Change facts that hold by declaration, too\nWith --operators mualloy these facts are always changed");
  add(c, "--merge", arguments.merge, "FILE...", "Merge the reports of all shards (--json)\nJudges no mutants")
      ->excludes("PATH", "--shard", "--times", "--since");
  c.add_flag("--no-proofs", arguments.noProofs,
             "Do not ask the solver about survivors\nEquivalent mutants and missing tests are not found then");
  addAllScopes(c, arguments.allScopes, "Prove that mutants are equivalent")->excludes("--no-proofs", "--merge");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout, "Time limit per mutant and proof, in seconds (default 10)\n0: no limit");
  addTime(c, arguments.time,
          "All mutants are judged first; survivors that the solver has not examined within this time are unknown");
  c.add_flag("-v,--verbose", arguments.verbose, "Show more: all survivors, not only the first 20");
  addJson(c, arguments.json, "Write JSON: mutation-testing-report-schema");
  add(c, "--html", arguments.html, "FOLDER", "Write HTML: survivors in the source\nEach with a test that kills it");
  addMarkdown(c, arguments.markdown, "Write Markdown: a summary for pull requests");
  add(c, "--sarif", arguments.sarif, "FILE", "Write SARIF for code scanning\nOne result per survivor");
  add(c, "--matrix", arguments.matrix, "FILE", "Judge all tests on all mutants\nShows which test kills which mutant");
  add(c, "--fail-under", arguments.failUnder, "NAME=PERCENT",
      "Exit with 6 if the mutation score is below PERCENT\nNAME is MS (mutation score), as in MS=80")
      ->allow_extra_args(false);
  CLI::Option* const compare =
      add(c, "--compare", arguments.compare, "OLD NEW", "Compare two reports (--json)\nJudges no mutants")
          ->expected(2)
          ->excludes("PATH", "--shard", "--times", "--since", "--merge", "--json", "--html", "--matrix", "--fail-under");
  addFailOn(c, arguments.failOn, lossAlone, "Exit with 6 on `loss`: a mutant is no longer killed\nWith --compare")
      ->needs(compare);
  addColorAndLanguage(c, arguments);
  inGroup(c, "Select", {"--model", "--operators", "--since"});
  inGroup(c, "Output", {"-v", "--json", "--html", "--markdown", "--sarif", "--compare"});
  inGroup(c, "Fail", {"--fail-under", "--fail-on"});
  inGroup(c, "Limits", {"-j", "--timeout", "--time"});
  inGroup(c, rare, {"--arid", "--merge", "--all-scopes", "--matrix"});
}

}  // namespace aunit::cli::options
