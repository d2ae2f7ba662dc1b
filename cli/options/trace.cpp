#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action trace(CLI::App& c) {
  const auto arguments = std::make_shared<TraceArguments>();
  c.add_option("MODEL", arguments->model, "The model, or a file with a `log` paragraph")->required()->option_text(" ");
  c.add_option("LOG", arguments->logs, "Logs: files of JSON lines (- is standard input), or folders whose files are one run")
      ->option_text("...");
  c.add_option("--log", arguments->log, "The `log` paragraph that says what lines mean, where there are several")
      ->option_text("NAME");
  addPath(c, "--atoms", arguments->atoms, "A JSON file with all atoms: {\"Node\": [\"n0\", \"n1\"]}");
  addTimeout(c, arguments->timeout, "Stop after so many seconds for a log (default 60, 0: never)", "S");
  c.add_flag("--infer", arguments->infer, "Print the `log` paragraph that the first lines of a log suggest");
  c.add_flag("--json", arguments->json, "One JSON object per log and line");
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::trace(*arguments); };
}

}  // namespace aunit::cli::options
