#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, CheckArguments& arguments) {
  elseHere(
      add(c, "FILE", arguments.files, "...", "Models, folders of them, or -\n-: standard input; default: the current folder"));
  addJson(c, arguments.json, "Write one JSON object per error or warning");
  add(c, "--sarif", arguments.sarif, "FILE", "Write SARIF for code scanning");
  CLI::Option* const redundant =
      c.add_flag("--redundant", arguments.redundant,
                 "Warn of constraints that follow from others\nIn facts, from the others and the declarations, in the scopes of "
                 "the commands");
  addAllScopes(c, arguments.allScopes, "Prove for any number of atoms that such a constraint follows")->needs(redundant);
  addTimeout(c, arguments.timeout, "Time limit of --redundant per file (default 10 s)\n0: no limit");
  addStrictOpen(c, arguments.language);
  addColorAndLanguage(c, arguments);
  inGroup(c, "Output", {"--json", "--sarif"});
  inGroup(c, "Limits", {"--timeout"});
  inGroup(c, rare, {"--all-scopes"});
}

}  // namespace aunit::cli::options
