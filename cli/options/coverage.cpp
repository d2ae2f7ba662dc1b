#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action coverage(CLI::App& c) {
  const auto arguments = std::make_shared<CoverageArguments>();
  c.require_subcommand(1);
  CLI::App& merge = *c.add_subcommand("merge", "Unite the data of several runs of the same models");
  merge.add_option("FILE", arguments->files, "Coverage data")->required()->option_text("...");
  merge.add_option("-o,--output", arguments->out, "Where to write the united data")->required()->option_text("FILE");
  CLI::App& report = *c.add_subcommand("report", "Show coverage data, or write it in other forms");
  report.add_option("FILE", arguments->files, "Coverage data; several files are united")->required()->option_text("...");
  addPath(report, "--cobertura", arguments->cobertura, "Write Cobertura XML");
  addPath(report, "--html", arguments->html, "Write an HTML report, to be opened from disk", "FOLDER");
  addPath(report, "--lcov", arguments->lcov, "Write an LCOV tracefile, for genhtml");
  addPath(report, "--sonar", arguments->sonar, "Write SonarQube's generic XML");
  report
      .add_option("--lines", arguments->lines,
                  "A line of these three is covered when its requirements are all met (default), or something on it was touched")
      ->option_text("met|touched")
      ->check(CLI::IsMember({"met", "touched"}));
  addPath(report, "--json", arguments->json, "Write JSON with positions");
  addPath(report, "--markdown", arguments->markdown, "Write a summary for pull requests");
  addPath(report, "--badge", arguments->badge, "Write an SVG badge with the model coverage");
  report.add_option("--unmet", arguments->unmet, "List up to N unmet requirements of each model (default 10)")
      ->option_text("N")
      ->check(atLeast(0));
  addFailUnder(report, arguments->failUnder);
  addColor(report, arguments->color);
  CLI::App& diff = *c.add_subcommand("diff", "Compare two runs, requirement by requirement");
  diff.add_option("FILE", arguments->files, "Data of the earlier and of the later run")
      ->required()
      ->expected(2)
      ->option_text("OLD NEW");
  addPath(diff, "--markdown", arguments->markdown, "Write a comment for pull requests (-: to standard output)");
  diff.add_flag("--fail-on-loss", arguments->failOnLoss, "Exit with 6 when something was met and no longer is");
  addColor(diff, arguments->color);
  CLI::App& minimise = *c.add_subcommand("minimise", "Name a small set of tests with the same coverage (greedy)");
  minimise.add_option("FILE", arguments->files, "Coverage data; several files are united")->required()->option_text("...");
  for (CLI::App* action : {&merge, &report, &diff, &minimise})
    action->callback([arguments, action] { arguments->action = action->get_name(); });
  return [arguments] { return cli::coverage(*arguments); };
}

}  // namespace aunit::cli::options
