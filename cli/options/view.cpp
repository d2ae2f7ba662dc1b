#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action view(CLI::App& c) {
  const auto arguments = std::make_shared<ViewArguments>();
  c.add_option("MODEL", arguments->model, "The model, or a file of tests")->required()->option_text(" ");
  c.add_option("--command", arguments->command, "Begin with this command: its label, or its index")->option_text("LABEL");
  c.add_option("--val", arguments->valuation, "Begin with this `val`")->option_text("NAME");
  addPath(c, "--instance", arguments->instance, "Begin with a saved instance (Alloy's XML, or JSON)");
  addPath(c, "--log", arguments->log, "Walk along this log: the behaviour that explains it, as far as one does");
  c.add_option("--port", arguments->port, "Port of the local address (default: any that is free)")
      ->check(CLI::Range(0, 65535))
      ->option_text("N");
  c.add_flag("--no-browser", arguments->noBrowser, "Print the address only; else a desktop's browser is opened");
  addPath(c, "--sterling", arguments->sterling, "Serve the built Sterling in this folder, too", "FOLDER");
  addSolver(c, arguments->solver);
  addTimeout(c, arguments->timeout, "Give up looking for an instance after so many seconds", "S");
  c.add_flag("--json", arguments->json,
             "Say where it is as one line of JSON, and end when nobody reads that any more: for programs that embed the page");
  addColorAndLanguage(c, *arguments);
  c.callback([arguments] {
    if (!arguments->valuation.empty() + !arguments->instance.empty() + !arguments->command.empty() + !arguments->log.empty() > 1)
      throw CLI::ValidationError("--val, --instance, --log and --command exclude each other");
  });
  return [arguments] { return cli::view(*arguments); };
}

}  // namespace aunit::cli::options
