#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, LocateArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Models and tests, or folders that are searched for them (default: the current folder)");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  addNumber(c, "--suspects", arguments.suspects, atLeast(1), "Show up to N suspects (default 5)");
  c.add_flag("--hint", arguments.hint, "One next step in words, for learners, instead of suspects");
  c.add_flag("--json", arguments.json, "Write JSON, all suspects");
  add(c, "--html", arguments.html, "FOLDER", "Write an HTML report: the sources, coloured by suspicion");
  addTimeout(c, arguments.timeout, "Give each model and its tests at most so many seconds (default 10, 0: no limit)");
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
