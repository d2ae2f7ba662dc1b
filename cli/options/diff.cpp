#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"
#include "strength/versions/gates.h"

namespace aunit::cli::options {

Action diff(CLI::App& c) {
  const auto arguments = std::make_shared<DiffArguments>();
  c.add_option("OLD", arguments->what,
               "Two models; or a git commit, or two (A..B), then models that are compared (default: all that differ beneath the "
               "current folder)")
      ->required()
      ->option_text("NEW");
  c.add_option("--scope", arguments->scope, "At most N atoms of each signature (default: the largest of any command, at least 3)")
      ->option_text("N")
      ->check(CLI::Range(1, 100));
  c.add_option("--forbid", arguments->forbid,
               "Exit with 6 when a change is one of these, and no comment allows it: weaker, stronger, neither, unknown, "
               "behaviour-added, behaviour-removed, removed, verdict-changed, scope-changed, expectation-removed")
      ->delimiter(',')
      ->check(CLI::IsMember(strength::versions::gates()))
      ->option_text("CHANGE,...");
  c.add_flag("--suggest", arguments->suggest, "Propose tests that pass with the new version and fail with the old one");
  addPath(c, "--tests", arguments->tests, "Say which tests in these files tell the versions apart")->allow_extra_args(false);
  addPath(c, "--html", arguments->html, "Write a page with both texts side by side, coloured by what the changes do", "FOLDER");
  c.add_option(
       "--proofs", arguments->proofs,
       "Refute once more, checking every step, what is accepted by neither version alone; write clauses (DIMACS) and steps "
       "(DRAT) into this folder")
      ->option_text("FOLDER");
  addAllScopes(c, arguments->allScopes, "Say of what is the same in the scope whether it is so for any number of atoms");
  addTimeout(c, arguments->timeout, "Give each question at most so many seconds (default 10, 0: no limit)");
  CLI::Option* const json = c.add_flag("--json", arguments->json, "Print changes and witnesses as JSON");
  c.add_flag("--markdown", arguments->markdown, "Print them as a comment to a pull request")->excludes(json);
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::diff(*arguments); };
}

}  // namespace aunit::cli::options
