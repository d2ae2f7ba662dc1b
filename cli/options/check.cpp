#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, CheckArguments& arguments) {
  add(c, "FILE", arguments.files, "...", "Models, folders of them, or - for standard input")->required();
  c.add_flag("--json", arguments.json, "One JSON object per error or warning and line, on standard output");
  add(c, "--sarif", arguments.sarif, "FILE", "Write SARIF, which code scanning reads: errors and warnings");
  CLI::Option* const redundant =
      c.add_flag("--redundant", arguments.redundant,
                 "Warn of constraints in facts that follow from the others and the declarations, in the scopes of the commands");
  addAllScopes(c, arguments.allScopes, "Say of each such constraint whether it follows for any number of atoms")
      ->needs(redundant);
  addTimeout(c, arguments.timeout, "Give --redundant at most so many seconds for each file (default 10, 0: no limit)");
  addStrictOpen(c, arguments.language);
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
