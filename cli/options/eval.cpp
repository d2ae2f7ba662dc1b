#include "cli/options/common.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, EvalArguments& arguments) {
  add(c, "MODEL", arguments.model, " ", "The model")->required();
  add(c, "EXPR", arguments.expressions, "...", "Expressions and formulas");
  add(c, "--val", arguments.valuation, "NAME", "Evaluate on this `val` of the model's file");
  add(c, "--instance", arguments.instance, "FILE", "Evaluate on a saved instance (XML, JSON) or data (JSON, CSV)");
  add(c, "--command", arguments.command, "INDEX|LABEL", "Evaluate on the first instance of this command");
  addNumber(c, "--state", arguments.state, atLeast(0), "State of the trace, from 0");
  addTimeout(c, arguments.timeout, "Time limit per search, in seconds (default: none)");
  addTime(c, arguments.time, "The search for an instance of --command ends at this limit");
  addJson(c, arguments.json, "Write JSON: a line per expression");
  addColorAndLanguage(c, arguments);
  c.callback([&arguments] {
    const int sources = !arguments.valuation.empty() + !arguments.instance.empty() + !arguments.command.empty();
    if (sources == 0) throw CLI::ValidationError("eval needs --val NAME, --instance FILE or --command LABEL");
    if (sources > 1) throw CLI::ValidationError("--val, --instance and --command exclude each other");
  });
}

}  // namespace aunit::cli::options
