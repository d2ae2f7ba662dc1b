#include "server/answers/diagnostics.h"

#include <fmt/format.h>

#include "reporters/terminal/reason_tree.h"
#include "suite/command_warnings.h"

namespace aunit::server {

namespace {

constexpr int errorSeverity = 1, warningSeverity = 2;

/// Errors of a file that this one opens stand where it is opened: at its beginning, with the place.
Json elsewhere(const Analysis& analysis, const model::Diagnostic& first, std::size_t count, Encoding encoding) {
  const model::SourceMap& sources = analysis.loaded->sources;
  const std::string& path = sources.file(first.span.file).path();
  return {{"range", rangeOf(sources, {0, 0, 0}, encoding)},
          {"severity", errorSeverity},
          {"code", first.code},
          {"source", "aunit"},
          {"message", fmt::format("{}: {}{}", path.substr(path.rfind('/') + 1), first.message,
                                  count > 1 ? fmt::format(" (and {} more)", count - 1) : "")},
          {"relatedInformation",
           Json::array({{{"location", {{"uri", uriOf(path)}, {"range", rangeOf(sources, first.span, encoding)}}},
                         {"message", first.message}}})}};
}

}  // namespace

Json diagnosticOf(const model::SourceMap& sources, const model::Diagnostic& diagnostic, Encoding encoding) {
  std::string message = diagnostic.message;
  for (const std::string& hint : diagnostic.hints) message += "\n" + hint;
  Json json = {{"range", rangeOf(sources, diagnostic.span, encoding)},
               {"severity", diagnostic.severity == model::Severity::error ? errorSeverity : warningSeverity},
               {"code", diagnostic.code},
               {"source", "aunit"},
               {"message", message}};
  for (const model::Related& related : diagnostic.related)
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
    for (const model::Diagnostic& refused : suite::refusedCommands(*analysis.loaded->model))
      if (refused.span.file == own) all.push_back(diagnosticOf(analysis.loaded->sources, refused, encoding));
  if (!tests || !analysis.loaded->model) return all;
  for (const TestResults::One& test : tests->tests) {
    if (test.known && !test.stale && suite::isVacuous(test.result) && test.place.file == own)
      all.push_back({{"range", rangeOf(analysis.loaded->sources, test.place, encoding)},
                     {"severity", warningSeverity},
                     {"code", "vacuous"},
                     {"source", "aunit"},
                     {"message", test.result.warning}});
    if (!test.known || test.stale || !suite::isProblem(test.result.outcome) || test.place.file != own) continue;
    if (test.result.outcome == suite::Outcome::error && analysis.loaded->diagnostics.hasErrors()) continue;  // said already
    std::string message = fmt::format("test {}: {}", suite::name(test.result.outcome), test.result.message);
    Json json = {{"range", rangeOf(analysis.loaded->sources, test.place, encoding)},
                 {"severity", errorSeverity},
                 {"code", "test"},
                 {"source", "aunit"}};
    if (const auto& failure = test.result.failure) {
      const suite::Place& place = failure->offender.known() ? failure->offender : failure->place;
      for (const suite::NamedValue& value : failure->values) message += fmt::format("\n{} = {}", value.name, value.value);
      for (const suite::NamedValue& value : failure->witness) message += fmt::format("\n{}: {}", value.name, value.value);
      if (!failure->parts.empty())
        message += "\n" + reporters::reasonTree(failure->parts, 0, failure->state, reporters::Style(false));
      while (message.ends_with('\n')) message.pop_back();
      if (place.known()) message += fmt::format("\n{}", place.describe());
    }
    json["message"] = message;
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace aunit::server
