#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, CoverageArguments& arguments) {
  c.require_subcommand(1);
  CLI::App& report = *c.add_subcommand("report", "Show coverage data, or write it in other forms");
  add(report, "FILE", arguments.files, "...", "Coverage data; several files are united")->required();
  add(report, "--cobertura", arguments.cobertura, "FILE", "Write Cobertura XML");
  add(report, "--html", arguments.html, "FOLDER", "Write an HTML report, to be opened from disk");
  add(report, "--lcov", arguments.lcov, "FILE", "Write an LCOV tracefile, for genhtml");
  add(report, "--sonar", arguments.sonar, "FILE", "Write SonarQube's generic XML");
  addChoice(report, "--lines", arguments.lines, "met|touched", {"met", "touched"},
            "When a line is covered in these three\nmet (default): its requirements are all met; touched: something on it was "
            "touched");
  add(report, "--json", arguments.json, "FILE", "Write JSON with positions");
  add(report, "--markdown", arguments.markdown, "FILE", "Write a summary for pull requests");
  add(report, "--badge", arguments.badge, "FILE", "Write an SVG badge with the model coverage");
  addNumber(report, "--unmet", arguments.unmet, atLeast(0), "List up to N unmet requirements a model (default 10)");
  addFailUnder(report, arguments.failUnder);
  addColor(report, arguments.color);
  CLI::App& diff = *c.add_subcommand("diff", "Compare two runs, requirement by requirement");
  add(diff, "FILE", arguments.files, "OLD NEW", "Data of the earlier and of the later run")->required()->expected(2);
  add(diff, "--markdown", arguments.markdown, "FILE", "Write a comment for pull requests\n-: to standard output");
  addFailOn(diff, arguments.failOn, lossAlone, "loss: exit with 6 if a requirement is no longer met");
  addColor(diff, arguments.color);
  CLI::App& minimise = *c.add_subcommand("minimise", "Name a small set of tests with the same coverage (greedy)");
  add(minimise, "FILE", arguments.files, "...", "Coverage data; several files are united")->required();
  for (CLI::App* action : {&report, &diff, &minimise})
    action->callback([&arguments, action] { arguments.action = action->get_name(); });
}

}  // namespace aunit::cli::options
