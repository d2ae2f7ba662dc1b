#include "reporters/run/junit.h"

#include <ctime>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <pugixml.hpp>

#include "reporters/run/xml_text.h"
#include "reporters/terminal/explanation.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using runner::RunResult;
using suite::Outcome;
using suite::TestResult;

std::string timestamp(std::int64_t secondsSinceEpoch) {
  const std::tm parts = fmt::gmtime(static_cast<std::time_t>(secondsSinceEpoch));
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", parts);
}

/// A dotted name for "specs/list/list.aunit", by which dashboards group tests: "specs.list.list".
std::string className(const std::string& file) {
  std::string name = std::filesystem::path(file).replace_extension().lexically_normal().generic_string();
  while (name.starts_with("../")) name.erase(0, 3);
  if (name.starts_with('/')) name.erase(0, 1);
  for (char& c : name)
    if (c == '/') c = '.';
  return name;
}

void addProblem(pugi::xml_node testcase, const char* element, const char* type, const TestResult& test) {
  pugi::xml_node problem = testcase.append_child(element);
  setAttribute(problem, "message", test.message);
  setAttribute(problem, "type", type);
  const std::string place =
      test.place.known() ? fmt::format("{}:{}\n", support::oneLine(test.place.path), test.place.line) : std::string();
  problem.append_child(pugi::node_pcdata).set_value(support::visible(place + explain(test, Style(false)), false).c_str());
}

void addProperty(pugi::xml_node properties, const std::string& name, const std::string& value) {
  pugi::xml_node property = properties.append_child("property");
  setAttribute(property, "name", name);
  setAttribute(property, "value", value);
}

void addTest(pugi::xml_node suite, const TestResult& test) {
  pugi::xml_node testcase = suite.append_child("testcase");
  setAttribute(testcase, "name", test.name);
  setAttribute(testcase, "classname", className(test.file));
  setAttribute(testcase, "file", test.place.known() ? test.place.path : test.file);
  if (test.place.line != 0) setAttribute(testcase, "line", std::to_string(test.place.line));
  setAttribute(testcase, "time", secondsText(test.milliseconds / 1000));
  std::vector<std::pair<std::string, std::string>> properties;
  if (test.engine != suite::Engine::none) properties.emplace_back("engine", name(test.engine));
  if (!test.decidedBy.empty()) properties.emplace_back("decided-by", test.decidedBy);
  if (!test.warning.empty()) properties.emplace_back("warning", test.warning);
  if (test.allScopes) {
    properties.emplace_back("all-scopes", test.allScopes->verdict);
    properties.emplace_back("all-scopes-answer", test.allScopes->answer);
    for (const std::string& part : test.allScopes->invariant) properties.emplace_back("invariant", part);
  }
  if (test.outcome == Outcome::xfailed || test.outcome == Outcome::xpassed)
    properties.emplace_back(name(test.outcome), test.message);
  for (const std::string& tag : test.tags) properties.emplace_back("tag", tag);
  if (!properties.empty()) {
    pugi::xml_node all = testcase.append_child("properties");
    for (const auto& [name, value] : properties) addProperty(all, name, value);
  }
  if (test.outcome == Outcome::failed) addProblem(testcase, "failure", "failure", test);
  if (test.outcome == Outcome::error) addProblem(testcase, "error", "error", test);
  if (test.outcome == Outcome::skipped || test.outcome == Outcome::xfailed)
    setAttribute(testcase.append_child("skipped"), "message",
                 test.outcome == Outcome::skipped ? test.message : "fails as expected: " + test.message);
  // The warning is in <system-out>, because dashboards show this element for a passing test; few dashboards show properties.
  if (!test.warning.empty())
    testcase.append_child("system-out")
        .append_child(pugi::node_pcdata)
        .set_value(support::visible("warning: " + test.warning, false).c_str());
}

struct Totals {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double milliseconds = 0;

  void add(const TestResult& test) {
    ++tests;
    failures += test.outcome == Outcome::failed;
    errors += test.outcome == Outcome::error;
    skipped += test.outcome == Outcome::skipped || test.outcome == Outcome::xfailed;
    milliseconds += test.milliseconds;
  }
  void write(pugi::xml_node node, double ms) const {
    setAttribute(node, "tests", std::to_string(tests));
    setAttribute(node, "failures", std::to_string(failures));
    setAttribute(node, "errors", std::to_string(errors));
    setAttribute(node, "skipped", std::to_string(skipped));
    setAttribute(node, "time", secondsText(ms / 1000));
  }
};

}  // namespace

std::string junit(const RunResult& run, const std::string& hostname) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node suites = document.append_child("testsuites");
  setAttribute(suites, "name", "aunit");
  Totals all;
  for (const TestResult& test : run.tests) all.add(test);
  all.write(suites, run.seconds * 1000);
  setAttribute(suites, "timestamp", timestamp(run.startedAt));
  for (std::size_t first = 0; first < run.tests.size();) {
    std::size_t last = first;
    Totals totals;
    while (last < run.tests.size() && run.tests[last].file == run.tests[first].file) totals.add(run.tests[last++]);
    pugi::xml_node suite = suites.append_child("testsuite");
    setAttribute(suite, "name", run.tests[first].file);
    setAttribute(suite, "file", run.tests[first].file);
    totals.write(suite, totals.milliseconds);
    setAttribute(suite, "timestamp", timestamp(run.startedAt));
    if (!hostname.empty()) setAttribute(suite, "hostname", hostname);
    if (run.interrupted || run.shards > 1) {
      pugi::xml_node properties = suite.append_child("properties");
      if (run.interrupted) addProperty(properties, "interrupted", "true");
      if (run.shards > 1) addProperty(properties, "shard", fmt::format("{}/{}", run.shard, run.shards));
    }
    for (; first < last; ++first) addTest(suite, run.tests[first]);
  }
  return xmlText(document, pugi::format_indent);
}

}  // namespace aunit::reporters
