#include "cli/options/common.h"
#include "cli/options/options.h"
#include "strength/versions/gates.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, DiffArguments& arguments) {
  add(c, "OLD", arguments.what, "NEW",
      "Two models; or a git commit, or two (A..B), then models that are compared (default: all that differ beneath the "
      "current folder)")
      ->required();
  addNumber(c, "--scope", arguments.scope, CLI::Range(1, 100),
            "At most N atoms of each signature (default: the largest of any command, at least 3)");
  add(c, "--forbid", arguments.forbid, "CHANGE,...",
      "Exit with 6 when a change is one of these, and no comment allows it: weaker, stronger, neither, unknown, "
      "behaviour-added, behaviour-removed, removed, verdict-changed, scope-changed, expectation-removed")
      ->delimiter(',')
      ->check(CLI::IsMember(strength::versions::gates()));
  c.add_flag("--suggest", arguments.suggest, "Propose tests that pass with the new version and fail with the old one");
  add(c, "--tests", arguments.tests, "FILE", "Say which tests in these files tell the versions apart")->allow_extra_args(false);
  add(c, "--html", arguments.html, "FOLDER", "Write a page with both texts side by side, coloured by what the changes do");
  add(c, "--proofs", arguments.proofs, "FOLDER",
      "Refute once more, checking every step, what is accepted by neither version alone; write clauses (DIMACS) and steps "
      "(DRAT) into this folder");
  addAllScopes(c, arguments.allScopes, "Say of what is the same in the scope whether it is so for any number of atoms");
  addTimeout(c, arguments.timeout, "Give each question at most so many seconds (default 10, 0: no limit)");
  CLI::Option* const json = c.add_flag("--json", arguments.json, "Print changes and witnesses as JSON");
  c.add_flag("--markdown", arguments.markdown, "Print them as a comment to a pull request")->excludes(json);
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
