// aunit coverage: reports, compares and minimises coverage data.

#include <chrono>
#include <cstdio>
#include <functional>

#include <fmt/format.h>

#include "cli/input/thresholds.h"
#include "cli/output/github_links.h"
#include "cli/output/outputs.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "coverage/data_file.h"
#include "reporters/coverage/difference.h"
#include "reporters/coverage/exports.h"
#include "reporters/coverage/table.h"
#include "reporters/html/report.h"
#include "reporters/html/write.h"
#include "reporters/text.h"
#include "runner/interrupt.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

using aunit::coverage::Data;

// Warns if the data contain two different texts of one model. Users rarely mean to add up coverage of two versions.
void tellTexts(const Data& data) {
  for (std::size_t i = 1; i < data.models.size(); ++i) {  // the models are ordered by name
    const auto& one = data.models[i - 1].requirements;
    const auto& other = data.models[i].requirements;
    if (one.model == other.model)
      reporters::complain(fmt::format("note: the data are about two versions of {} ({}, {}); each is counted separately",
                                      one.model, one.digest, other.digest));
  }
}

std::optional<Data> readAll(const std::vector<std::string>& files) {
  std::string error;
  std::optional<Data> all;
  for (const std::string& file : files) {
    auto data = aunit::coverage::readData(file, error);
    if (!data) return usageError(error);
    if (!all) {
      all = std::move(data);
    } else if (!aunit::coverage::merge(*all, *data, error)) {
      return usageError(fmt::format("cannot merge {} into {}: {}", file, files.front(), error));
    }
  }
  if (all) tellTexts(*all);
  return all;
}

int report(const CoverageArguments& arguments) {
  const auto thresholds = parseThresholds(arguments.failUnder);
  if (!thresholds) return usageOrModelError;
  const auto data = readAll(arguments.files);
  if (!data) return usageOrModelError;
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  struct Export {
    const char* option;
    const std::optional<std::string>& path;
    std::function<std::string()> content;
  };
  const auto rule = arguments.lines == "touched" ? reporters::LineRule::touched : reporters::LineRule::met;
  const Export exports[] = {{"--cobertura", arguments.cobertura, [&] { return reporters::cobertura(*data, rule, now); }},
                            {"--lcov", arguments.lcov, [&] { return reporters::lcov(*data, rule); }},
                            {"--sonar", arguments.sonar, [&] { return reporters::sonar(*data, rule); }},
                            {"--json", arguments.json, [&] { return reporters::coverageJson(*data); }},
                            {"--markdown", arguments.markdown, [&] { return reporters::coverageMarkdown(*data, githubLinks()); }},
                            {"--badge", arguments.badge, [&] { return reporters::coverageBadge(*data); }}};
  Outputs outputs;
  for (const Export& one : exports) outputs.addFile(one.option, one.path);
  outputs.addReport("--html", arguments.html);
  if (!outputs.open(arguments.files)) return usageOrModelError;
  bool good = true;
  for (const Export& one : exports) good &= outputs.write(one.option, one.content);
  std::string error;
  if (arguments.html) {
    const runner::RunResult run = reporters::html::runOf(*data);
    if (!reporters::html::write(reporters::html::reportOn("Coverage", run), *arguments.html, error)) return usageError(error);
  }
  if (!good) return usageOrModelError;
  if (outputs.empty()) {
    const bool color = reporters::wantsColor(colorChoice(arguments.color), stdout);
    reporters::show(stdout, reporters::coverageTable(*data, {.color = color, .gaps = mostOf(arguments.limit)}),
                    reporters::Style(color));
  }
  return meets(*data, *thresholds) ? allPassed : thresholdMissed;
}

int diff(const CoverageArguments& arguments) {
  const auto before = readAll({arguments.files[0]}), after = readAll({arguments.files[1]});
  if (!before || !after) return usageOrModelError;
  Outputs outputs;
  outputs.addFile("--markdown", arguments.markdown);
  if (!outputs.open(arguments.files)) return usageOrModelError;
  const aunit::coverage::Difference difference = aunit::coverage::difference(*before, *after);
  std::FILE* out = outputs.usesStandardOutput() ? stderr : stdout;
  const bool color = reporters::wantsColor(colorChoice(arguments.color), out);
  reporters::show(out, reporters::differenceText(difference, color), reporters::Style(color));
  if (!outputs.write("--markdown", [&] { return reporters::differenceMarkdown(difference, githubLinks()); }))
    return usageOrModelError;
  if (arguments.failOn.empty() || difference.lost.empty()) return allPassed;
  reporters::complain(fmt::format("{} {} no longer met", support::plural(difference.lost.size(), "requirement"),
                                  difference.lost.size() == 1 ? "is" : "are"));
  return thresholdMissed;
}

int minimise(const CoverageArguments& arguments) {
  const auto data = readAll(arguments.files);
  if (!data) return usageOrModelError;
  std::size_t kept = 0, all = 0;
  for (const aunit::coverage::ModelCoverage& model : data->models) {
    for (const std::size_t test : aunit::coverage::minimise(model)) {
      reporters::show(stdout, aunit::support::oneLine(model.tests[test].id) + "\n");
      ++kept;
    }
    all += model.tests.size();
  }
  reporters::show(stderr, fmt::format("{0} of {1} tests are enough: they meet the same requirements as all {1} tests together "
                                      "(aunit chose them greedily, so fewer tests may be enough)\n",
                                      kept, all));
  return allPassed;
}

}  // namespace

int coverage(const CoverageArguments& arguments) {
  runner::endOnInterrupts();
  if (arguments.action == "diff") return diff(arguments);
  if (arguments.action == "minimise") return minimise(arguments);
  return report(arguments);
}

}  // namespace aunit::cli
