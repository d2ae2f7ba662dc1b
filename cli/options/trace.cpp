#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, TraceArguments& arguments) {
  add(c, "MODEL", arguments.model, " ", "The model, or a file with a `log` paragraph")->required();
  add(c, "LOG", arguments.logs, "...",
      "Logs: files of JSON lines, -, or folders of a run\n-: standard input; the files of a folder are one run");
  add(c, "--paragraph", arguments.paragraph, "NAME",
      "The `log` paragraph that says what lines mean\nNeeded if there are several");
  add(c, "--atoms", arguments.atoms, "FILE", "A JSON file with all atoms\nSuch as {\"Node\": [\"n0\", \"n1\"]}");
  addTimeout(c, arguments.timeout, "Time limit per log, in seconds (default 60)\n0: no limit");
  addTime(c, arguments.time, "Logs not checked within this time are undecided");
  c.add_flag("--infer", arguments.infer, "Print a `log` paragraph for the lines of a log");
  add(c, "--keep", arguments.keep, "FILE",
      "Add each log to this file of tests, as a regression test\nThe test expects that the log fits or, if it does not fit, that "
      "its "
      "first wrong step is impossible");
  addJson(c, arguments.json, "Write JSON: a line per log");
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
