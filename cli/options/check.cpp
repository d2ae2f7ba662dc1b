#include <cstddef>
#include <string>
#include <vector>

#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"
#include "strength/audit/audit.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, CheckArguments& arguments) {
  elseHere(
      add(c, "FILE", arguments.files, "...", "Models, folders of them, or -\n-: standard input; default: the current folder"));
  addJson(c, arguments.json, "Write JSON: a line per error or warning");
  add(c, "--sarif", arguments.sarif, "FILE", "Write SARIF for code scanning");
  CLI::Option* const redundant = c.add_flag(
      "--redundant", arguments.redundant,
      "Warn about redundant constraints\nA constraint of a fact is redundant if it follows from all others and from the "
      "declarations, in the scopes of the commands");
  addAllScopes(c, arguments.allScopes, "Prove that constraints are redundant")->needs(redundant);
  addTimeout(c, arguments.timeout, "Time limit per file for --redundant, in seconds (default 10)\n0: no limit");
  addStrictOpen(c, arguments.language);
  addColorAndLanguage(c, arguments);
  inGroup(c, "Output", {"--json", "--sarif"});
  inGroup(c, old, {"--redundant", "--all-scopes", "--timeout"});  // `aunit audit` has replaced these options
}

void addOptions(CLI::App& c, AuditArguments& arguments) {
  elseHere(add(c, "PATH", arguments.paths, "...", "Models, and folders of models and tests (default: the current folder)"));
  std::vector<std::string> kinds;
  for (std::size_t i = 0; i < strength::audit::kinds; ++i)
    kinds.emplace_back(strength::audit::name(static_cast<strength::audit::Kind>(i)));
  addFailOn(c, arguments.failOn, kinds,
            "Exit with 6 on findings: empty, untested, repeated, ...\nThe kinds of findings: empty, unexpected, "
            "unshown, unlisted, "
            "untested, repeated, "
            "tautology, declarations, trivial, scope, behaviour, never, undecided, unused, redundant, "
            "unneeded, unclaimed");
  CLI::Option* const baseline = add(c, "--baseline", arguments.baseline, "FILE", "Ignore the findings in this baseline");
  c.add_flag("--write", arguments.write, "Write the findings into the baseline")->needs(baseline);
  add(c, "--claims", arguments.claims, "FILE",
      "A list of claims: CSV or Markdown\nModels and tests refer to its IDs by `-- @claim ID`");
  c.add_flag("-v,--verbose", arguments.verbose, "Show more: the facts that each answer rests on");
  addJson(c, arguments.json, "Write JSON: answers and findings");
  addMarkdown(c, arguments.markdown, "Write Markdown: findings, for pull requests");
  add(c, "--html", arguments.html, "FOLDER", "Write HTML: findings, claims and answers");
  add(c, "--csv", arguments.csv, "FILE", "Write CSV: the table of claims");
  add(c, "--sarif", arguments.sarif, "FILE", "Write SARIF for code scanning");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout,
             "Time limit per command, in seconds (default 10)\nThe limit applies to the answer, and again to the search for what "
             "it rests on; "
             "0: no limit");
  addTime(c, arguments.time, "Commands not answered within this time are undecided");
  addAllScopes(c, arguments.allScopes, "Prove redundant constraints");
  addStrictOpen(c, arguments.language);
  addColorAndLanguage(c, arguments);
  inGroup(c, "Output", {"-v", "--json", "--markdown", "--html", "--csv", "--sarif"});
  inGroup(c, "Fail", {"--fail-on", "--baseline", "--write"});
  inGroup(c, "Limits", {"-j", "--timeout", "--time"});
  inGroup(c, rare, {"--all-scopes"});
}

}  // namespace aunit::cli::options
