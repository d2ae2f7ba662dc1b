#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, TraceArguments& arguments) {
  add(c, "MODEL", arguments.model, " ", "The model, or a file with a `log` paragraph")->required();
  add(c, "LOG", arguments.logs, "...", "Logs: files of JSON lines (- is standard input), or folders whose files are one run");
  add(c, "--log", arguments.log, "NAME", "The `log` paragraph that says what lines mean, where there are several");
  add(c, "--atoms", arguments.atoms, "FILE", "A JSON file with all atoms: {\"Node\": [\"n0\", \"n1\"]}");
  addTimeout(c, arguments.timeout, "Stop after so many seconds for a log (default 60, 0: never)", "S");
  c.add_flag("--infer", arguments.infer, "Print the `log` paragraph that the first lines of a log suggest");
  c.add_flag("--json", arguments.json, "One JSON object per log and line");
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
