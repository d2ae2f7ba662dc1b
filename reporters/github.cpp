#include "reporters/github.h"

#include <fmt/format.h>

#include "reporters/explanation.h"
#include "reporters/markup.h"
#include "reporters/text.h"

namespace aunit::reporters {

namespace {

using suite::Outcome;
using suite::TestResult;

/// Workflow commands end at a line break and separate properties by commas: these are percent-encoded.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else if (property && c == ':')
      result += "%3A";
    else if (property && c == ',')
      result += "%2C";
    else
      result += c;
  }
  return result;
}

}  // namespace

std::string githubAnnotations(const runner::RunResult& run) {
  std::string out;
  for (const TestResult& test : run.tests) {
    if (!isProblem(test.outcome)) continue;
    const suite::Place& place = test.place;
    out += fmt::format("::error file={},line={},col={},title={}::{}\n", escaped(place.known() ? place.path : test.file, true),
                       place.line == 0 ? 1 : place.line, place.column == 0 ? 1 : place.column, escaped(test.name, true),
                       escaped(withoutControls(explain(test, Style(false))), false));
  }
  return out;
}

std::string githubSummary(const runner::RunResult& run) {
  const bool bad = run.count(Outcome::failed) + run.count(Outcome::error) != 0;
  std::string out =
      fmt::format("### aunit: {}\n\n{} in {}", bad ? "failed" : "passed", counts(run), duration(run.seconds * 1000));
  if (const std::string how = engines(run); !how.empty()) out += fmt::format(" ({})", how);
  out += "\n\n";
  if (!bad) return out;
  out += "| test | place | why |\n| --- | --- | --- |\n";
  for (const TestResult& test : run.tests)
    if (isProblem(test.outcome))
      out += fmt::format("| {} | {}:{} | {} |\n", markdown(test.name), markdown(test.place.known() ? test.place.path : test.file),
                         test.place.line, markdown(test.message));
  return out + '\n';
}

}  // namespace aunit::reporters
