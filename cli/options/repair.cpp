#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action repair(CLI::App& c) {
  const auto arguments = std::make_shared<RepairArguments>();
  c.add_option("PATH", arguments->paths,
               "Models, and files with tests, or folders that are searched (default: the current folder)")
      ->option_text("...");
  addPath(c, "--model", arguments->model, "The model that the test files are about");
  CLI::Option* apply =
      c.add_flag("--apply,!--dry-run", arguments->apply, "Write the first proposal into the model (default: only show it)");
  c.add_flag("--json", arguments->json, "Print proposals as JSON: byte offsets and what to put there");
  c.add_flag("--ask", arguments->ask,
             "Where tests alone decide: ask about a valuation on which proposals differ, as long as some do; each answer "
             "becomes a test")
      ->excludes(apply, "--json");
  c.add_option("--limit", arguments->limit, "At most N proposals for each model (default 5)")
      ->option_text("N")
      ->check(atLeast(1));
  addTimeout(c, arguments->timeout,
             "Show what was found after so many seconds for each model and its tests (default 10, 0: no limit)");
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::repair(*arguments); };
}

}  // namespace aunit::cli::options
