#include "reporters/merge/merge.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "coverage/data_file.h"
#include "reporters/grading/grading.h"
#include "reporters/grading/models.h"
#include "reporters/merge/merge_tests.h"
#include "reporters/mutation/mutation.h"
#include "support/failure.h"

namespace aunit::reporters {

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Removes the number at the start of `rest`; returns it without leading zeros.
std::string_view takeNumber(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
  std::string_view number = rest.substr(0, end);
  rest.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

/// Natural order: "row 9" before "row 10".
bool precedes(std::string_view a, std::string_view b) {
  const std::string_view wholeA = a, wholeB = b;
  while (!a.empty() && !b.empty()) {
    if (isDigit(a.front()) && isDigit(b.front())) {
      const std::string_view one = takeNumber(a), other = takeNumber(b);
      if (one != other) return std::pair(one.size(), one) < std::pair(other.size(), other);
      continue;
    }
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) return a.empty();
  return wholeA < wholeB;
}

using Json = nlohmann::ordered_json;

/// Limit of the nesting depth; reports of this program are flatter.
constexpr int deepest = 500;

struct Kind {
  const char* name;
  std::string (*united)(const std::vector<ReportFile>& reports);
};

std::string unitedCoverage(const std::vector<ReportFile>& reports) {
  coverage::Data all;
  std::string error;
  for (const ReportFile& report : reports) {
    const auto data = coverage::fromJson(report.text, error);
    if (!data || !coverage::merge(all, *data, error)) throw NoReport(fmt::format("{}: {}", report.path, error));
  }
  return coverage::toJson(all);
}

std::string unitedMutation(const std::vector<ReportFile>& reports) {
  std::vector<strength::Report> read;
  std::string error;
  for (const ReportFile& report : reports) {
    auto one = mutationFromJson(report.text, error);
    if (!one) throw NoReport(fmt::format("{} is not a report of `aunit mutate --json`: {}", report.path, error));
    read.push_back(std::move(*one));
  }
  const auto all = strength::united(std::move(read), error);
  if (!all) throw NoReport(error);
  return mutationJson(*all);
}

std::string unitedGrades(const std::vector<ReportFile>& reports) {
  std::vector<strength::grading::Report> read;
  std::string error;
  for (const ReportFile& report : reports) {
    auto one = gradingFromJson(report.text, nullptr, error);
    if (!one) throw NoReport(fmt::format("{} is not a report of `aunit grade --json`: {}", report.path, error));
    read.push_back(std::move(*one));
  }
  const auto all = strength::grading::united(std::move(read), error);
  if (!all) throw NoReport(error);
  return gradingJson(*all);
}

std::string unitedModels(const std::vector<ReportFile>& reports) {
  std::vector<runner::ModelGrading> read;
  std::string error;
  for (const ReportFile& report : reports) {
    auto one = modelGradingFromJson(report.text, error);
    if (!one) throw NoReport(fmt::format("{} is not a report of `aunit grade --json`: {}", report.path, error));
    read.push_back(std::move(*one));
  }
  const auto all = runner::united(std::move(read), error);
  if (!all) throw NoReport(error);
  return modelGradingJson(*all);
}

constexpr Kind tests{"a report of `aunit run --json`", unitedJson}, junit{"XML", unitedJunit},
    commands{"a report of `aunit exec --json`", unitedLines}, coverageData{"coverage data", unitedCoverage},
    mutants{"a report of `aunit mutate --json`", unitedMutation}, grades{"a report of `aunit grade --json`", unitedGrades},
    models{"a report of `aunit grade --json` on whole models", unitedModels}, unknown{"not a report of aunit", unitedJson};

/// Finds the kind by the members of the first JSON object. For a text of no known kind, returns `unknown`, whose function
/// unitedJson() reports the error.
const Kind& kindOf(const ReportFile& report) {
  const std::size_t first = report.text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first != std::string::npos && report.text[first] == '<') return junit;
  const auto top = [](std::string_view text) {
    return Json::parse(
        text, [](int depth, Json::parse_event_t, Json&) { return depth <= 1; }, false);
  };
  const Json whole = top(report.text);
  if (whole.is_object() && whole.contains("format")) return coverageData;
  if (whole.is_object() && whole.contains("schemaVersion")) return mutants;
  if (whole.is_object() && whole.contains("handedIn")) return grades;
  if (whole.is_object() && whole.contains("empty_references")) return models;
  if (whole.is_object() && whole.contains("tests")) return tests;
  const Json line = top(std::string_view(report.text).substr(0, report.text.find('\n')));
  return line.is_object() && line.contains("verdict") ? commands : unknown;
}

}  // namespace

Json parsedReport(std::string_view text) {
  return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) throw NoReport("it is nested too deeply");
    return true;
  });
}

bool TestOrder::operator<(const TestOrder& other) const {
  if (isTest != other.isTest) return !isTest;
  if (line != other.line) return line < other.line;
  if (name != other.name) return precedes(name, other.name);
  return number < other.number;
}

std::optional<std::string> united(const std::vector<ReportFile>& reports, std::string& error) {
  const Kind& kind = kindOf(reports.front());
  for (const ReportFile& report : reports)
    if (const Kind& other = kindOf(report); other.united != kind.united)
      return support::failure(error, fmt::format("{} is {}, but {} is {}: only reports of one kind can be merged",
                                                 reports.front().path, kind.name, report.path, other.name));
  try {
    return kind.united(reports);
  } catch (const NoReport& reason) {
    return support::failure(error, reason.what());
  }
}

}  // namespace aunit::reporters
