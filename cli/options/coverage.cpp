#include "cli/options/common.h"
#include "cli/options/help.h"
#include "cli/options/options.h"

namespace aunit::cli::options {

void addOptions(CLI::App& c, CoverageArguments& arguments) {
  c.require_subcommand(1);
  CLI::App& report = *c.add_subcommand("report", "Show coverage data, or write it in other forms");
  add(report, "FILE", arguments.files, "...", "Coverage data; several files are merged")->required();
  add(report, "--cobertura", arguments.cobertura, "FILE", "Write Cobertura XML");
  add(report, "--html", arguments.html, "FOLDER", "Write HTML: the sources, with covered parts coloured");
  add(report, "--lcov", arguments.lcov, "FILE", "Write an LCOV tracefile, for genhtml");
  add(report, "--sonar", arguments.sonar, "FILE", "Write SonarQube's generic XML");
  addChoice(report, "--lines", arguments.lines, "met|touched", {"met", "touched"},
            "Rule for covered lines in Cobertura, LCOV, SonarQube\nmet (default): all requirements of the line are met; touched: "
            "some expression of the line was evaluated");
  addJson(report, arguments.json, "Write JSON: requirements with their positions");
  addMarkdown(report, arguments.markdown, "Write Markdown: a summary for pull requests");
  add(report, "--badge", arguments.badge, "FILE", "Write an SVG badge with the model coverage");
  addNumber(report, "--limit", arguments.limit, atLeast(0), "Show up to N unmet requirements per model (default 10)\n0: all");
  addFailUnder(report, arguments.failUnder);
  addColor(report, arguments.color);
  CLI::App& diff = *c.add_subcommand("diff", "Compare two runs, requirement by requirement");
  add(diff, "FILE", arguments.files, "OLD NEW", "Data of the earlier and of the later run")->required()->expected(2);
  addMarkdown(diff, arguments.markdown, "Write Markdown: a comment for pull requests");
  addFailOn(diff, arguments.failOn, lossAlone, "Exit with 6 on `loss`: a requirement is no longer met");
  addColor(diff, arguments.color);
  CLI::App& minimise = *c.add_subcommand("minimise", "List a small set of tests that covers as much as all (greedy)");
  add(minimise, "FILE", arguments.files, "...", "Coverage data; several files are merged")->required();
  for (CLI::App* action : {&report, &diff, &minimise})
    action->callback([&arguments, action] { arguments.action = action->get_name(); });
}

}  // namespace aunit::cli::options
