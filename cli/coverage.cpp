// aunit coverage: merge, report, diff, minimise.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/subcommands.h"
#include "cli/thresholds.h"
#include "cli/usage_error.h"
#include "coverage/data_file.h"
#include "model/files.h"
#include "model/visible.h"
#include "reporters/coverage_exports.h"
#include "reporters/coverage_table.h"
#include "reporters/html/collect.h"
#include "reporters/html/write.h"
#include "runner/interrupt.h"

namespace aunit::cli {

namespace {

using aunit::coverage::Data;

std::optional<Data> readAll(const std::vector<std::string>& files) {
  std::string error;
  std::optional<Data> all;
  for (const std::string& file : files) {
    auto data = aunit::coverage::readData(file, error);
    if (!data) {
      usageError(error);
      return std::nullopt;
    }
    if (!all) {
      all = std::move(data);
    } else if (!aunit::coverage::merge(*all, *data, error)) {
      usageError(fmt::format("cannot merge {} into {}: {}", file, files.front(), error));
      return std::nullopt;
    }
  }
  return all;
}

int merge(const CoverageArguments& arguments) {
  const auto data = readAll(arguments.files);
  if (!data) return usageOrModelError;
  std::string error;
  if (!aunit::coverage::writeData(*arguments.out, *data, error)) return usageError(error);
  return allPassed;
}

int report(const CoverageArguments& arguments) {
  const auto thresholds = parseThresholds(arguments.failUnder);
  if (!thresholds) return usageOrModelError;
  const auto data = readAll(arguments.files);
  if (!data) return usageOrModelError;
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  struct Export {
    const std::optional<std::string>& path;
    std::function<std::string()> content;
  };
  const Export exports[] = {{arguments.cobertura, [&] { return reporters::cobertura(*data, now); }},
                            {arguments.lcov, [&] { return reporters::lcov(*data); }},
                            {arguments.sonar, [&] { return reporters::sonar(*data); }},
                            {arguments.json, [&] { return reporters::coverageJson(*data); }},
                            {arguments.markdown, [&] { return reporters::coverageMarkdown(*data); }},
                            {arguments.badge, [&] { return reporters::coverageBadge(*data); }}};
  // All places are tried before anything is written.
  std::vector<std::pair<model::OutputFile, const Export*>> files;
  std::string error;
  for (const Export& one : exports) {
    if (!one.path) continue;
    auto file = model::OutputFile::create(*one.path, error);
    if (!file) return usageError(fmt::format("cannot write {}: {}", *one.path, error));
    files.emplace_back(std::move(*file), &one);
  }
  if (arguments.html && !reporters::html::prepareFolder(*arguments.html, error)) return usageError(error);
  for (auto& [file, one] : files)
    if (!file.commit(one->content(), error)) return usageError(fmt::format("cannot write {}: {}", file.path(), error));
  if (arguments.html && !reporters::html::write(reporters::html::collect("Coverage", {}, &*data), *arguments.html, error))
    return usageError(error);
  if (files.empty() && !arguments.html) {
    const bool color = reporters::wantsColor(colorChoice(arguments.color), STDOUT_FILENO);
    reporters::show(stdout, reporters::coverageTable(*data, {.color = color, .gaps = static_cast<std::size_t>(arguments.unmet)}),
                    reporters::Style(color));
  }
  return meets(*data, *thresholds) ? allPassed : thresholdMissed;
}

int diff(const CoverageArguments& arguments) {
  const auto before = readAll({arguments.files[0]}), after = readAll({arguments.files[1]});
  if (!before || !after) return usageOrModelError;
  const bool color = reporters::wantsColor(colorChoice(arguments.color), STDOUT_FILENO);
  reporters::show(stdout, reporters::differenceText(aunit::coverage::difference(*before, *after), color),
                  reporters::Style(color));
  return allPassed;
}

int minimise(const CoverageArguments& arguments) {
  const auto data = readAll(arguments.files);
  if (!data) return usageOrModelError;
  std::size_t kept = 0, all = 0;
  for (const aunit::coverage::ModelCoverage& model : data->models) {
    for (const std::size_t test : aunit::coverage::minimise(model)) {
      reporters::show(stdout, aunit::model::oneLine(model.tests[test].id) + "\n");
      ++kept;
    }
    all += model.tests.size();
  }
  reporters::show(
      stderr, fmt::format("{} of {} tests meet the same requirements (chosen greedily; a smaller set may exist)\n", kept, all));
  return allPassed;
}

}  // namespace

int coverage(const CoverageArguments& arguments) {
  runner::endOnInterrupts();
  if (arguments.action == "merge") return merge(arguments);
  if (arguments.action == "diff") return diff(arguments);
  if (arguments.action == "minimise") return minimise(arguments);
  return report(arguments);
}

}  // namespace aunit::cli
