#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action check(CLI::App& c) {
  const auto arguments = std::make_shared<CheckArguments>();
  c.add_option("FILE", arguments->files, "Models, folders of them, or - for standard input")->required()->option_text("...");
  c.add_flag("--json", arguments->json, "One JSON object per error or warning and line, on standard output");
  addPath(c, "--sarif", arguments->sarif, "Write SARIF, which code scanning reads: errors and warnings");
  CLI::Option* const redundant =
      c.add_flag("--redundant", arguments->redundant,
                 "Warn of constraints in facts that follow from the others and the declarations, in the scopes of the commands");
  addAllScopes(c, arguments->allScopes, "Say of each such constraint whether it follows for any number of atoms")
      ->needs(redundant);
  addTimeout(c, arguments->timeout, "Give --redundant at most so many seconds for each file (default 10, 0: no limit)");
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::check(*arguments); };
}

}  // namespace aunit::cli::options
