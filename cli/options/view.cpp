#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, ViewArguments& arguments) {
  add(c, "MODEL", arguments.model, " ", "The model, or a file of tests")->required();
  add(c, "--command", arguments.command, "INDEX|LABEL", "Begin with this command");
  add(c, "--val", arguments.valuation, "NAME|FILE",
      "Begin with this `val`, or add data to the commands\nA file, or a `val` with --command, is added to the commands as a "
      "fact, as with `aunit exec --val`");
  add(c, "--instance", arguments.instance, "FILE", "Begin with a saved instance (XML, JSON) or data (JSON, CSV)");
  add(c, "--log", arguments.log, "FILE", "Show a behaviour that explains this log\nUp to the first line that does not fit");
  addNumber(c, "--port", arguments.port, inRange(0, 65535), "Port of the local address (default: a free one)");
  c.add_flag("--no-browser", arguments.noBrowser, "Print the address, and open no browser");
  add(c, "--sterling", arguments.sterling, "FOLDER", "Also serve the build of Sterling that is in this folder");
  addSolver(c, arguments.solver);
  addTimeout(c, arguments.timeout, "Time limit per search, in seconds (default: none)");
  addJson(c, arguments.json, "Write JSON: the address", "Without FILE the server ends when nothing reads its output any more");
  addColorAndLanguage(c, arguments);
  inGroup(c, "Select", {"--command", "--val", "--instance", "--log"});
  inGroup(c, "Limits", {"--timeout"});
  inGroup(c, rare, {"--sterling", "--solver", "--json"});
  c.callback([&arguments] {
    const bool isOfModel = !arguments.command.empty() || !arguments.valuation.empty();
    if (isOfModel + !arguments.instance.empty() + !arguments.log.empty() > 1)
      throw CLI::ValidationError("--instance and --log must each be used alone, without --command or --val");
  });
}

}  // namespace aunit::cli::options
