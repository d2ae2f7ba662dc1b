#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action locate(CLI::App& c) {
  const auto arguments = std::make_shared<LocateArguments>();
  c.add_option("PATH", arguments->paths, "Models and tests, or folders that are searched for them (default: the current folder)")
      ->option_text("...");
  addPath(c, "--model", arguments->model, "The model that the test files are about");
  c.add_option("--suspects", arguments->suspects, "Show up to N suspects (default 5)")->option_text("N")->check(atLeast(1));
  c.add_flag("--hint", arguments->hint, "One next step in words, for learners, instead of suspects");
  c.add_flag("--json", arguments->json, "Write JSON, all suspects");
  addPath(c, "--html", arguments->html, "Write an HTML report: the sources, coloured by suspicion", "FOLDER");
  addTimeout(c, arguments->timeout, "Give each model and its tests at most so many seconds (default 10, 0: no limit)");
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::locate(*arguments); };
}

}  // namespace aunit::cli::options
