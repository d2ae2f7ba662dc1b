#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, RepairArguments& arguments) {
  add(c, "PATH", arguments.paths, "...", "Models and tests, or folders of them\nDefault: the current folder");
  add(c, "--model", arguments.model, "FILE", "The model that the test files are about");
  CLI::Option* const write = c.add_flag("--write", arguments.write, "Write the first proposed repair into the model");
  addJson(c, arguments.json, "Write JSON: proposals", "With byte offsets and new texts");
  c.add_flag("--ask", arguments.ask,
             "Ask questions to choose among several proposals\nEach question shows a valuation on which two proposals differ; "
             "your answer becomes a test. No questions are asked if commands of the model check the proposals")
      ->excludes(write, "--json");
  addNumber(c, "--limit", arguments.limit, atLeast(0), "Show up to N proposals per model (default 5)\n0: all");
  addTimeout(
      c, arguments.timeout,
      "Time limit per model and its tests, in seconds (default 10)\nProposals found within this time are shown; 0: no limit");
  addTime(c, arguments.time, "Proposals found within this time are shown");
  addColorAndLanguage(c, arguments);
  inGroup(c, "Output", {"--json"});
  inGroup(c, "Limits", {"--limit", "--timeout", "--time"});
}

}  // namespace aunit::cli::options
