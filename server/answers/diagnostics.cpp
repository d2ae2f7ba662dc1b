#include "server/answers/diagnostics.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "reporters/terminal/reason_tree.h"
#include "suite/command_warnings.h"
#include "support/utf8.h"

namespace aunit::server {

namespace {

constexpr int errorSeverity = 1, warningSeverity = 2, noteSeverity = 3;

int severityOf(const model::Diagnostic& diagnostic) {
  switch (diagnostic.severity) {
    case model::Severity::error: return errorSeverity;
    case model::Severity::warning: return warningSeverity;
    case model::Severity::note: return noteSeverity;
  }
  return errorSeverity;
}

/// One diagnostic at the start of the analysed file, for all `count` errors in the files that it imports with `open`. The
/// diagnostic quotes only the first error.
Json elsewhere(const Analysis& analysis, const model::Diagnostic& first, std::size_t count, Encoding encoding) {
  const model::SourceMap& sources = analysis.loaded->sources;
  const std::string& path = sources.file(first.span.file).path();
  Json json = diagnosticAt(rangeOf(sources, {0, 0, 0}, encoding), errorSeverity, first.code,
                           fmt::format("{}: {}{}", path.substr(path.rfind('/') + 1), first.message,
                                       count > 1 ? fmt::format(" (and {} more)", count - 1) : ""));
  json["relatedInformation"] = Json::array(
      {{{"location", {{"uri", uriOf(path)}, {"range", rangeOf(sources, first.span, encoding)}}}, {"message", first.message}}});
  return json;
}

/// The range of the part of `place` that is on its first line. Place::lines has the text of this line.
Json rangeOf(const suite::Place& place, Encoding encoding) {
  const std::string_view line = place.lines.empty() ? std::string_view() : place.lines.front();
  const std::vector<std::uint32_t> offsets = support::codePointOffsets(line);
  const auto at = [&](std::uint32_t column) {
    const std::size_t offset = column < offsets.size() ? offsets[column] : line.size();
    return toJson({place.line - 1, codeUnits(line.substr(0, offset), encoding)});
  };
  const bool oneLine = place.endLine == place.line;
  return {{"start", at(place.column - 1)}, {"end", at(oneLine ? place.endColumn : static_cast<std::uint32_t>(line.size()))}};
}

}  // namespace

LogFaults logFaultsOf(const TestResults& tests, Encoding encoding) {
  LogFaults faults;
  for (const TestResults::LiveTest& test : tests.tests) {
    if (!test.known || test.stale || !test.result.failure || test.result.failure->logLine.line == 0) continue;
    const suite::Failure& failure = *test.result.failure;
    const suite::Place& conjunct = failure.offender.known() ? failure.offender : failure.place;
    const auto diagnostic = [&](const suite::Place& place, std::string message, const suite::Place& other) {
      Json json = diagnosticAt(rangeOf(place, encoding), errorSeverity, "log", std::move(message));
      if (other.known() && other.line > 0)
        json["relatedInformation"] = Json::array(
            {{{"location", {{"uri", uriOf(other.path)}, {"range", rangeOf(other, encoding)}}}, {"message", failure.constraint}}});
      return json;
    };
    std::string report = failure.report;
    while (report.ends_with('\n')) report.pop_back();
    Json& list = faults.logs.try_emplace(failure.logLine.path, Json::array()).first->second;
    list.push_back(diagnostic(failure.logLine, report, conjunct));
    if (conjunct.known()) {
      std::string message = failure.constraint;
      for (const suite::NamedValue& value : failure.values) message += fmt::format("\n{} = {}", value.name, value.value);
      faults.model[conjunct.path].push_back({diagnostic(conjunct, std::move(message), failure.logLine), {}});
    }
  }
  return faults;
}

Json diagnosticAt(Json range, int severity, std::string_view code, std::string message) {
  return {
      {"range", std::move(range)}, {"severity", severity}, {"code", code}, {"source", "aunit"}, {"message", std::move(message)}};
}

Json diagnosticOf(const model::SourceMap& sources, const model::Diagnostic& diagnostic, Encoding encoding) {
  std::string message = diagnostic.message;
  for (const std::string& hint : diagnostic.hints) message += "\n" + hint;
  Json json =
      diagnosticAt(rangeOf(sources, diagnostic.span, encoding), severityOf(diagnostic), diagnostic.code, std::move(message));
  for (const model::RelatedPlace& related : diagnostic.related)
    if (related.span.known())
      json["relatedInformation"].push_back(
          {{"location",
            {{"uri", uriOf(sources.file(related.span.file).path())}, {"range", rangeOf(sources, related.span, encoding)}}},
           {"message", related.message}});
  return json;
}

Json diagnosticsOf(const Analysis& analysis, const TestResults* tests, Encoding encoding) {
  Json all = Json::array();
  const model::FileId own = analysis.fileOf(analysis.path);
  const model::Diagnostic* firstElsewhere = nullptr;
  std::size_t countElsewhere = 0;
  for (const model::Diagnostic& diagnostic : analysis.loaded->diagnostics.all()) {
    if (diagnostic.span.known() && diagnostic.span.file != own) {
      if (diagnostic.severity != model::Severity::error) continue;
      if (!firstElsewhere) firstElsewhere = &diagnostic;
      ++countElsewhere;
    } else {
      all.push_back(diagnosticOf(analysis.loaded->sources, diagnostic, encoding));
    }
  }
  if (firstElsewhere && own != model::noFile) all.push_back(elsewhere(analysis, *firstElsewhere, countElsewhere, encoding));
  if (analysis.loaded->model)
    for (const model::Diagnostic& one : suite::scopeDiagnostics(*analysis.loaded->model, analysis.loaded->sources))
      if (one.span.file == own) all.push_back(diagnosticOf(analysis.loaded->sources, one, encoding));
  if (!tests || !analysis.loaded->model) return all;
  for (const TestResults::LiveTest& test : tests->tests) {
    if (test.known && !test.stale && suite::isVacuous(test.result) && test.place.file == own)
      all.push_back(
          diagnosticAt(rangeOf(analysis.loaded->sources, test.place, encoding), warningSeverity, "vacuous", test.result.warning));
    if (!test.known || test.stale || !suite::isProblem(test.result.outcome) || test.place.file != own) continue;
    if (test.result.outcome == suite::Outcome::error && analysis.loaded->diagnostics.hasErrors())
      continue;  // the error of the model is already shown
    std::string message = fmt::format("test {}: {}", suite::name(test.result.outcome), test.result.message);
    if (const auto& failure = test.result.failure) {
      const suite::Place& place = failure->offender.known() ? failure->offender : failure->place;
      for (const suite::NamedValue& value : failure->values) message += fmt::format("\n{} = {}", value.name, value.value);
      for (const suite::NamedValue& value : failure->witness) message += fmt::format("\n{}: {}", value.name, value.value);
      if (!failure->parts.empty())
        message += "\n" + reporters::reasonTree(failure->parts, 0, failure->state, reporters::Style(false));
      while (message.ends_with('\n')) message.pop_back();
      if (place.known()) message += fmt::format("\n{}", place.describe());
    }
    all.push_back(
        diagnosticAt(rangeOf(analysis.loaded->sources, test.place, encoding), errorSeverity, "test", std::move(message)));
  }
  return all;
}

}  // namespace aunit::server
