#include "runner/loaded_file.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <tuple>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/instances/data_files.h"
#include "suite/text/place.h"
#include "suite/valuation/unasked_valuations.h"

namespace aunit::runner {

using suite::TestCase;
using suite::TestResult;

TestResult notLoaded(const std::string& path, suite::Trouble trouble) {
  TestResult result;
  result.file = path;
  result.name = "loading the file";
  suite::fail(result, std::move(trouble));
  return result;
}

suite::Trouble troubleWith(const std::string& path) {
  suite::Place file;
  file.path = path;
  return suite::troubleAtHand(file);
}

std::optional<TestResult> loadFailure(const std::string& path, const parser::Loaded& loaded) {
  std::vector<model::Diagnostic> errors = loaded.diagnostics.errorsSince(0);
  if (loaded.model) std::ranges::move(suite::checkUnasked(loaded), std::back_inserter(errors));
  std::ranges::stable_sort(errors, {}, [](const model::Diagnostic& d) { return std::pair(d.span.file, d.span.begin); });
  const auto key = [](const model::Diagnostic& d) { return std::tuple(d.span.file, d.span.begin, d.message); };
  std::set<std::tuple<model::FileId, std::uint32_t, std::string>> shown;
  if (loaded.model)
    for (const model::Test& test : loaded.tests.tests)
      for (const model::Diagnostic& error : test.errors) shown.insert(key(error));
  std::erase_if(errors, [&](const model::Diagnostic& error) { return shown.contains(key(error)); });
  if (errors.empty()) return std::nullopt;
  const std::string ending = std::filesystem::path(path).extension().generic_string();
  if (!std::ranges::count(std::initializer_list<std::string>{".aunit", ".als", ".md", ".np", ".prog"}, ending))
    errors.front().hints.push_back(
        "the name of a file with tests ends in .aunit, .als, .np, .prog or .md; aunit read this file as an .als file");
  TestResult result = notLoaded(path, suite::troubleOf(errors, loaded.sources));
  result.place = suite::placeOf(loaded.sources, errors.front().span, 1);
  return result;
}

std::vector<std::string> warningsOf(const parser::Loaded& loaded, bool rendered) {
  std::vector<std::string> warnings;
  for (const model::Diagnostic& d : loaded.diagnostics.all())
    if (d.severity == model::Severity::warning)
      warnings.push_back(rendered ? model::render(d, loaded.sources, false)
                                  : fmt::format("{}: {}", loaded.sources.describe(d.span), d.message));
  return warnings;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> linesOf(const parser::Loaded& loaded, const TestCase& test) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;
  for (const model::Span span : suite::paragraphsOf(loaded, test))
    if (span.known()) lines.emplace_back(loaded.sources.begin(span).line, loaded.sources.last(span).line);
  return lines;
}

model::Span wholeOf(const parser::Loaded& loaded, const TestCase& test) {
  const model::Span name = test.test.nameSpan;
  for (const model::Span part : test.test.parts)
    if (part.file == name.file && part.begin <= name.begin && name.end <= part.end) return part;
  return suite::paragraphsOf(loaded, test).back();
}

std::set<std::string> sourcesOf(const parser::Loaded& loaded) {
  std::set<std::string> sources;
  for (model::FileId id = 0; id < loaded.sources.size(); ++id) sources.insert(loaded.sources.file(id).path());
  for (const model::Valuation& valuation : loaded.tests.valuations)
    if (!valuation.file.empty())
      for (std::string& path : model::pathsAt(model::savedPath(valuation, loaded.sources))) sources.insert(std::move(path));
  return sources;
}

}  // namespace aunit::runner
