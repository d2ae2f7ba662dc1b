#include <cstddef>
#include <string>
#include <vector>

#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"
#include "strength/audit/audit.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, AuditArguments& arguments) {
  elseHere(add(c, "PATH", arguments.paths, "...", "Models, and folders of models and tests (default: the current folder)"));
  std::vector<std::string> kinds;
  for (std::size_t i = 0; i < strength::audit::kinds; ++i)
    kinds.emplace_back(strength::audit::name(static_cast<strength::audit::Kind>(i)));
  addFailOn(
      c, arguments.failOn, kinds,
      "Exit with 6: empty, untested, repeated, ...\nIf there is a finding of one of these kinds: empty, untested, repeated, "
      "tautology, declarations, trivial, scope, behaviour, never, undecided, unused, redundant, unneeded");
  c.add_flag("-v,--verbose", arguments.verbose, "Show each answer with the facts that it rests on");
  CLI::Option* const json = addJson(c, arguments.json, "Write answers and findings as JSON");
  c.add_flag("--markdown", arguments.markdown, "Print findings as a comment to a pull request")->excludes(json);
  add(c, "--sarif", arguments.sarif, "FILE", "Write SARIF for code scanning");
  addJobs(c, arguments.jobs, "Threads (default: one per processor)");
  addTimeout(c, arguments.timeout,
             "Time limit per command, in seconds (default 10)\nFor its answer, and once more for what it rests on; 0: no limit");
  addStrictOpen(c, arguments.language);
  addColorAndLanguage(c, arguments);
  inGroup(c, "Output", {"-v", "--json", "--markdown", "--sarif"});
  inGroup(c, "Fail", {"--fail-on"});
  inGroup(c, "Limits", {"-j", "--timeout"});
}

}  // namespace aunit::cli::options
