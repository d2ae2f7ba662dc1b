#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action eval(CLI::App& c) {
  const auto arguments = std::make_shared<EvalArguments>();
  c.add_option("MODEL", arguments->model, "The model")->required()->option_text(" ");
  c.add_option("EXPR", arguments->expressions, "Expressions and formulas")->option_text("...");
  c.add_option("--val", arguments->valuation, "A `val` of the model's file")->option_text("NAME");
  addPath(c, "--instance", arguments->instance, "A saved instance (Alloy's XML, or JSON)");
  c.add_option("--command", arguments->command, "The first instance of a command: its label, or its index")->option_text("LABEL");
  c.add_option("--state", arguments->state, "State of the trace, from 0")->option_text("N")->check(atLeast(0));
  c.add_flag("--json", arguments->json, "One JSON object per expression and line");
  addColorAndLanguage(c, *arguments);
  c.callback([arguments] {
    const int sources = !arguments->valuation.empty() + !arguments->instance.empty() + !arguments->command.empty();
    if (sources == 0) throw CLI::ValidationError("eval needs --val NAME, --instance FILE or --command LABEL");
    if (sources > 1) throw CLI::ValidationError("--val, --instance and --command exclude each other");
  });
  return [arguments] { return cli::eval(*arguments); };
}

}  // namespace aunit::cli::options
