#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"
#include "strength/versions/gates.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, DiffArguments& arguments) {
  add(c, "OLD", arguments.what, "OLD [NEW]",
      "Two models, or a git commit, or two commits (A..B)\nAfter the commits, name the models to compare (default: all that "
      "differ "
      "beneath the current folder)")
      ->required();
  addNumber(c, "--scope", arguments.scope, inRange(1, 100),
            "Scope: at most N atoms of each signature\nDefault: the largest scope of any command, at least 3");
  add(c, "--match", arguments.matches, "NEW=OLD",
      "Match a renamed declaration (repeatable)\nNEW: a signature, field (Sig.field) or predicate of the new version; "
      "OLD: its name in the old version. Default: aunit finds the matches by name, by declaration (also in "
      "another form, such as a reversed relation) and by meaning")
      ->allow_extra_args(false);
  addFailOn(c, arguments.failOn, strength::versions::gates(),
            "Exit with 6 on changes: weaker, stronger, unknown, ...\nChanges that a comment allows do not count. The kinds of "
            "changes: weaker, "
            "stronger, neither, unknown, behaviour-added, behaviour-removed, removed, verdict-changed, scope-changed, "
            "expectation-removed");
  c.add_flag("--suggest", arguments.suggest, "Show tests that fail with the old version\nThey pass with the new version");
  add(c, "--tests", arguments.tests, "FILE", "Show which tests of FILE distinguish the versions")->allow_extra_args(false);
  add(c, "--html", arguments.html, "FOLDER", "Write HTML: the texts of both versions side by side");
  add(c, "--proofs", arguments.proofs, "FOLDER",
      "Write checked proofs that versions agree\nIf the versions agree, the solver proves again that there is no witness, and "
      "each step of the proof is checked; clauses (DIMACS) and steps (DRAT) go into this folder");
  addAllScopes(c, arguments.allScopes, "Prove that paragraphs agree in both versions");
  addTimeout(c, arguments.timeout, "Time limit per question, in seconds (default 10)\n0: no limit");
  addTime(c, arguments.time, "Changes not compared within this time are unknown");
  addJson(c, arguments.json, "Write JSON: changes and witnesses");
  addMarkdown(c, arguments.markdown, "Write Markdown: changes, for pull requests");
  addColorAndLanguage(c, arguments);
  inGroup(c, "Output", {"--json", "--markdown", "--html", "--suggest"});
  inGroup(c, "Fail", {"--fail-on"});
  inGroup(c, "Select", {"--match"});
  inGroup(c, "Limits", {"--scope", "--timeout", "--time"});
  inGroup(c, rare, {"--proofs", "--all-scopes"});
}

}  // namespace aunit::cli::options
