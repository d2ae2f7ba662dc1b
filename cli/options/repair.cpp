#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, RepairArguments& arguments) {
  add(c, "PATH", arguments.paths, "...",
      "Models, and files with tests, or folders that are searched (default: the current folder)");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  CLI::Option* apply =
      c.add_flag("--apply,!--dry-run", arguments.apply, "Write the first proposal into the model (default: only show it)");
  c.add_flag("--json", arguments.json, "Print proposals as JSON: byte offsets and what to put there");
  c.add_flag("--ask", arguments.ask,
             "Where tests alone decide: ask about a valuation on which proposals differ, as long as some do; each answer "
             "becomes a test")
      ->excludes(apply, "--json");
  addNumber(c, "--limit", arguments.limit, atLeast(1), "At most N proposals for each model (default 5)");
  addTimeout(c, arguments.timeout,
             "Show what was found after so many seconds for each model and its tests (default 10, 0: no limit)");
  addColorAndLanguage(c, arguments);
}

}  // namespace aunit::cli::options
