#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, ViewArguments& arguments) {
  add(c, "MODEL", arguments.model, " ", "The model, or a file of tests")->required();
  add(c, "--command", arguments.command, "LABEL", "Begin with this command: its label, or its index");
  add(c, "--val", arguments.valuation, "NAME", "Begin with this `val`");
  add(c, "--instance", arguments.instance, "FILE", "Begin with a saved instance (Alloy's XML, or JSON)");
  add(c, "--log", arguments.log, "FILE", "Walk along this log: the behaviour that explains it, as far as one does");
  addNumber(c, "--port", arguments.port, CLI::Range(0, 65535), "Port of the local address (default: any that is free)");
  c.add_flag("--no-browser", arguments.noBrowser, "Print the address only; else a desktop's browser is opened");
  add(c, "--sterling", arguments.sterling, "FOLDER", "Serve the built Sterling in this folder, too");
  addSolver(c, arguments.solver);
  addTimeout(c, arguments.timeout, "Give up looking for an instance after so many seconds", "S");
  c.add_flag("--json", arguments.json,
             "Say where it is as one line of JSON, and end when nobody reads that any more: for programs that embed the page");
  addColorAndLanguage(c, arguments);
  c.callback([&arguments] {
    if (!arguments.valuation.empty() + !arguments.instance.empty() + !arguments.command.empty() + !arguments.log.empty() > 1)
      throw CLI::ValidationError("--val, --instance, --log and --command exclude each other");
  });
}

}  // namespace aunit::cli::options
