#include "reporters/run/github.h"

#include <algorithm>

#include <fmt/format.h>

#include "reporters/markup.h"
#include "reporters/terminal/explanation.h"
#include "reporters/text.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using suite::Outcome;
using suite::TestResult;
using support::oneLine;

/// Percent-encodes the characters that end a workflow command or one of its parts.
std::string encoded(std::string_view text, std::string_view ends) {
  std::string result;
  for (const char c : text)
    result += c == '%' || ends.find(c) != std::string_view::npos ? fmt::format("%{:02X}", c) : std::string(1, c);
  return result;
}

std::string property(std::string_view text) {
  return encoded(oneLine(text), ":,");
}

}  // namespace

std::string githubCommand(std::string_view kind, const suite::Place& place, std::string_view title, std::string_view message) {
  return fmt::format("::{} file={},line={},col={},title={}::{}\n", kind, property(place.path), std::max(place.line, 1u),
                     std::max(place.column, 1u), property(title), encoded(support::visible(message, false), "\n"));
}

std::string githubAnnotations(const runner::RunResult& run) {
  std::string out;
  const auto annotate = [&](const TestResult& test, const TestResult& said) {
    suite::Place place = said.place;
    if (!place.known()) place.path = test.file;
    if (isProblem(said.outcome))
      out += githubCommand("error", place, test.name, explain(said, Style(false)));
    else if (said.allScopes && said.allScopes->isRefuted())
      out += githubCommand("notice", place, test.name, "all scopes: " + said.allScopes->answer);
    if (!said.warning.empty()) out += githubCommand("warning", place, test.name, said.warning);
  };
  for (const TestResult& test : run.tests) {
    if (test.statements.empty()) annotate(test, test);
    for (const TestResult& statement : test.statements) annotate(test, statement);
  }
  return out;
}

std::string githubSummary(const runner::RunResult& run, const SourceLinks& links) {
  const bool bad = run.count(Outcome::failed) + run.count(Outcome::error) != 0;
  std::string out =
      fmt::format("### aunit: {}\n\n{} in {}", bad ? "failed" : "passed", counts(run), duration(run.seconds * 1000));
  if (const std::string how = engines(run); !how.empty()) out += fmt::format(" ({})", how);
  out += "\n\n";
  const auto table = [&](std::string_view why, auto concerns, auto said) {
    if (std::ranges::none_of(run.tests, concerns)) return;
    out += fmt::format("| test | place | {} |\n| --- | --- | --- |\n", why);
    for (const TestResult& test : run.tests)
      if (concerns(test))
        out += fmt::format("| {} | {} | {} |\n", markdown(test.name),
                           links.to(test.place.known() ? test.place.path : test.file, test.place.line), markdown(said(test)));
    out += '\n';
  };
  table(
      "why", [](const TestResult& test) { return isProblem(test.outcome); }, [](const TestResult& test) { return test.message; });
  table("warning", suite::isVacuous, [](const TestResult& test) { return test.warning; });
  table(
      "all scopes", [](const TestResult& test) { return test.allScopes && !isProblem(test.outcome); },
      [](const TestResult& test) { return test.allScopes->answer; });
  return out;
}

}  // namespace aunit::reporters
