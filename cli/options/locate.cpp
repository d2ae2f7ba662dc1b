#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, LocateArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Models and tests, or folders of them\nDefault: the current folder");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  addNumber(c, "--limit", arguments.limit, atLeast(0), "Show up to N suspects (default 5)\n0: all");
  c.add_flag("--hint", arguments.hint, "Suggest one next step in words, for learners");
  addJson(c, arguments.json, "Write JSON: all suspects");
  add(c, "--html", arguments.html, "FOLDER", "Write HTML: the sources, coloured by suspicion");
  addTimeout(c, arguments.timeout, "Time limit per model and its tests, in seconds (default 10)\n0: no limit");
  addTime(c, arguments.time, "Tests and commands not judged within this time are undecided");
  addColorAndLanguage(c, arguments);
  inGroup(c, "Output", {"--limit", "--hint", "--json", "--html"});
  inGroup(c, "Limits", {"--timeout", "--time"});
}

}  // namespace aunit::cli::options
