#include "reporters/run/sarif.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "coverage/sentences.h"
#include "reporters/markup.h"
#include "reporters/run/github.h"
#include "reporters/terminal/explanation.h"
#include "suite/text/place.h"
#include "support/digest.h"
#include "support/system/system_files.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using SarifJson = nlohmann::ordered_json;
using suite::TestResult;

struct Rule {
  std::string_view id, level, name, description;
};

constexpr std::array<Rule, 11> rules = {{
    {"test", "error", "FailedTest", "A test does not have its expected outcome, or cannot be judged."},
    {"vacuous", "warning", "DoubtfulTest", "A test passes vacuously, or for a reason that it does not name."},
    {"unmet", "note", "UnmetRequirement", "No test meets a requirement of the model's coverage."},
    {"survivor", "warning", "SurvivingMutant", "No test distinguishes a mutant from the model."},
    {"check", "error", "FailedCheck",
     "A check has a counterexample, has another answer than its `expect`, or is not proved for all scopes although that is "
     "required."},
    {"run", "error", "FailedRun", "A run has no instance, or has another answer than its `expect`."},
    {"audit", "warning", "WeakAnswer",
     "An answer is weaker than it seems, or a declaration is not checked by any command or test."},
    {"error", "error", "ModelError", "A model cannot be read, or a command of it cannot be solved."},
    {"scope", "note", "SmallScope", "A command has an instance in a larger scope, but none in its own."},
    {"warning", "warning", "ModelWarning", "A model probably does not say what its author means."},
    {"note", "note", "AssumedReading",
     "A file was read in another dialect than Alloy 6, or a module was read from another place than the `open` names."},
}};

/// The path as a URI with percent encoding: relative if the file is inside the current folder, else with "file:".
std::string uriOfPath(const std::string& path) {
  const std::string normal = std::filesystem::path(path).lexically_normal().generic_string();
  const bool inside = !support::isAbsolutePath(normal) && !normal.starts_with("..");
  if (inside) return percentEncoded(normal);
  const std::string whole = percentEncoded(std::filesystem::absolute(path).lexically_normal().generic_string());
  return (whole.starts_with('/') ? "file://" : "file:///") + whole;  // a path with a drive letter needs a slash before it
}

SarifJson locationOf(const suite::Place& place) {
  const std::string uri = uriOfPath(place.path);
  SarifJson artifact = {{"uri", uri}};
  if (!uri.starts_with("file:")) artifact["uriBaseId"] = "%SRCROOT%";
  SarifJson physical = {{"artifactLocation", std::move(artifact)}};
  if (place.line != 0) {
    physical["region"] = {{"startLine", place.line}};
    if (place.column != 0) physical["region"]["startColumn"] = place.column;
    if (place.endLine >= place.line && place.endColumn != 0)
      physical["region"].update({{"endLine", place.endLine}, {"endColumn", place.endColumn + 1}});  // exclusive in SARIF
  }
  return {{"physicalLocation", std::move(physical)}};
}

suite::Place placeOfOccurrence(const coverage::Requirements& requirements, const coverage::Subject& subject) {
  const coverage::Occurrence& at = subject.occurrences.front();
  const std::uint32_t source = requirements.paragraphs[at.paragraph].source;
  const model::Position begin = requirements.positionOf(source, at.begin);
  const model::Position last = requirements.positionOf(source, std::max(at.begin, at.end - 1));
  suite::Place place;
  place.path = requirements.sources[source].path;
  place.line = begin.line;
  place.column = begin.column;
  place.endLine = last.line;
  place.endColumn = last.column;
  return place;
}

void addTest(const TestResult& test, const TestResult& said, std::vector<SarifResult>& results) {
  suite::Place place = said.place;
  if (!place.known()) place.path = test.file;
  if (isProblem(said.outcome)) {
    SarifResult& result =
        results.emplace_back(SarifResult{"test", fmt::format("{}: {}", test.name, explain(said, Style(false))), place});
    if (said.failure)
      for (const suite::Place& at : {said.failure->logLine, said.failure->place, said.failure->offender})
        if (at.known()) result.related.emplace_back(at, said.failure->constraint);
    for (const suite::Place& at : said.conflict)
      result.related.emplace_back(at, "one of the constraints that contradict each other");
  } else if (said.allScopes && said.allScopes->isRefuted())
    results.push_back({"scope", fmt::format("{}: all scopes: {}", test.name, said.allScopes->answer), place});
  if (!said.warning.empty()) results.push_back({"vacuous", fmt::format("{}: {}", test.name, said.warning), place});
}

/// Appends the number of related places to the message of each result whose rule is `rule`.
void countRelated(std::vector<SarifResult>& results, std::string_view rule) {
  for (SarifResult& result : results)
    if (result.rule == rule && !result.related.empty())
      result.message += fmt::format("\nAnd {} more in this paragraph (related places).", result.related.size());
}

/// One result for each paragraph with gaps; gaps after the first are related places.
void addGaps(const coverage::ModelCoverage& model, std::vector<SarifResult>& results) {
  std::map<std::uint32_t, std::size_t> byParagraph;
  for (const coverage::Gap& gap : coverage::gaps(model.requirements, model.settled())) {
    const coverage::Subject& subject = model.requirements.subjects[gap.subject];
    if (subject.occurrences.empty()) continue;
    suite::Place place = placeOfOccurrence(model.requirements, subject);
    const auto [known, isNew] = byParagraph.try_emplace(subject.occurrences.front().paragraph, results.size());
    if (isNew)
      results.push_back({"unmet", gap.sentence, std::move(place)});
    else
      results[known->second].related.emplace_back(std::move(place), gap.sentence);
  }
}

void addFindings(const runner::CommandRow& row, const runner::SolvedFile& file, bool inAllScopes,
                 std::vector<SarifResult>& results) {
  const runner::AnswerStatus status = row.status();
  suite::Place place = suite::placeOf(file.loaded->sources, file.loaded->model->commands()[row.command].span);
  if (!place.known()) place.path = row.path;
  const auto add = [&](std::string rule, std::string_view text) {
    results.push_back({std::move(rule), fmt::format("{}: {}", row.label, text), place});
  };
  const std::string beyond =
      fmt::format("{}; all scopes: {}", row.answer, row.allScopes ? support::oneLine(row.allScopes->answer) : "");
  if (isBad(status)) add(row.check ? "check" : "run", row.answer + (row.expect < 0 ? "" : ", not as expected"));
  if (inAllScopes && row.lacksAllScopes())
    add("check", beyond);
  else if (row.allScopes && row.allScopes->isRefuted())
    add("scope", beyond);
  if (status == runner::AnswerStatus::error) add("error", row.error.empty() ? row.answer : row.error);
  if (row.isVacuous() && !isBad(status)) add("vacuous", row.answer);
  for (const runner::CommandRow::Warning& warning : row.warnings)
    if (warning.ofModel)
      results.push_back({"warning", warning.text + (warning.hint.empty() ? "" : "\n" + warning.hint), warning.place});
    else
      add("warning", fmt::format("{} ({})", warning.text, warning.place.describe()));
}

}  // namespace

std::vector<SarifResult> sarifResults(const runner::RunResult& run) {
  std::vector<SarifResult> results;
  for (const TestResult& test : run.tests) {
    if (test.statements.empty()) addTest(test, test, results);
    for (const TestResult& statement : test.statements) addTest(test, statement, results);
  }
  if (!run.coverage) return results;
  for (const coverage::ModelCoverage& model : run.coverage->models) addGaps(model, results);
  countRelated(results, "unmet");
  return results;
}

std::vector<SarifResult> sarifResults(const strength::Report& report) {
  std::vector<SarifResult> results;
  for (const strength::MutatedFile& file : report.files) {
    std::map<std::string_view, std::size_t> byParagraph;
    for (const strength::MutantResult& mutant : file.mutants) {
      if (!strength::isSurvivor(mutant)) continue;
      std::string message = fmt::format("No test notices when `{}` becomes `{}` ({}, {}).", mutant.original, mutant.replacement,
                                        mutant.paragraph, mutant.name);
      suite::Place place = mutant.place;
      if (!place.known()) place.path = file.path;
      if (const auto [known, isNew] = byParagraph.try_emplace(mutant.paragraph, results.size()); !isNew) {
        results[known->second].related.emplace_back(std::move(place), std::move(message));
        continue;
      }
      if (!mutant.reason.empty()) message += fmt::format("\n{}", mutant.reason);
      if (!mutant.test.empty()) message += fmt::format("\nThis test would notice:\n\n{}", mutant.test);
      results.push_back({"survivor", std::move(message), std::move(place)});
    }
  }
  countRelated(results, "survivor");
  return results;
}

std::vector<SarifResult> sarifResults(const strength::audit::Report& report) {
  std::vector<SarifResult> results;
  for (const strength::audit::Finding& finding : report.findings)
    if (finding.place.known() && !finding.known) results.push_back({"audit", finding.text, finding.place, finding.related});
  return results;
}

std::vector<SarifResult> sarifResults(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources) {
  std::vector<SarifResult> results;
  for (const model::Diagnostic& diagnostic : diagnostics) {
    SarifResult result{model::word(diagnostic.severity), diagnostic.message, suite::placeOf(sources, diagnostic.span)};
    for (const std::string& hint : diagnostic.hints) result.message += "\n" + hint;
    if (!result.place.known() && sources.size() != 0) result.place.path = sources.file(0).path();
    for (const model::RelatedPlace& related : diagnostic.related)
      if (related.span.known()) result.related.emplace_back(suite::placeOf(sources, related.span), related.message);
    results.push_back(std::move(result));
  }
  return results;
}

std::vector<SarifResult> sarifResults(const runner::SolveReport& report, bool inAllScopes) {
  std::vector<SarifResult> results;
  for (const runner::SolvedFile& file : report.files)
    if (!file.loaded->ok())
      std::ranges::move(sarifResults(file.loaded->diagnostics.all(), file.loaded->sources), std::back_inserter(results));
  for (const runner::CommandRow& row : report.rows) addFindings(row, report.files[row.file], inAllScopes, results);
  return results;
}

std::string githubAnnotations(const std::vector<SarifResult>& results) {
  std::string text;
  for (const SarifResult& result : results) {
    const auto rule = std::ranges::find(rules, std::string_view(result.rule), &Rule::id);
    text += githubCommand(rule->level == "note" ? "notice" : rule->level, result.place, rule->name, result.message);
  }
  return text;
}

std::string sarif(const std::vector<SarifResult>& results, std::string_view about, std::string_view version) {
  SarifJson driver = {{"name", "aunit"}, {"version", version}, {"rules", SarifJson::array()}};
  for (const Rule& rule : rules)
    driver["rules"].push_back({{"id", rule.id},
                               {"name", rule.name},
                               {"shortDescription", {{"text", rule.description}}},
                               {"defaultConfiguration", {{"level", rule.level}}}});
  SarifJson run = {
      {"tool", {{"driver", std::move(driver)}}},
      {"automationDetails", {{"id", fmt::format("aunit-{}/", about)}}},
      {"columnKind", "unicodeCodePoints"},
      {"originalUriBaseIds", {{"%SRCROOT%", {{"description", {{"text", "The folder in which aunit was called."}}}}}}},
      {"results", SarifJson::array()}};
  std::map<std::string, int> alike;
  for (const SarifResult& result : results) {
    const auto rule = std::ranges::find(rules, std::string_view(result.rule), &Rule::id);
    std::string message = support::visible(result.message, false);
    while (message.ends_with('\n')) message.pop_back();
    SarifJson one = {
        {"ruleId", rule->id}, {"ruleIndex", rule - rules.begin()}, {"level", rule->level}, {"message", {{"text", message}}}};
    if (result.place.known()) one["locations"].push_back(locationOf(result.place));
    for (const auto& [place, text] : result.related) {
      SarifJson location = locationOf(place);
      location["message"] = {{"text", support::visible(text, false)}};
      one["relatedLocations"].push_back(std::move(location));
    }
    // The fingerprint does not depend on the line number, so a finding that moves to another line keeps its fingerprint.
    const std::string same = fmt::format("{}\n{}\n{}", result.rule, result.place.path, message);
    one["partialFingerprints"] = {{"aunit/v1", fmt::format("{}:{}", support::hexDigest(same), ++alike[same])}};
    run["results"].push_back(std::move(one));
  }
  const SarifJson document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                              {"version", "2.1.0"},
                              {"runs", SarifJson::array({std::move(run)})}};
  return document.dump(1, ' ', false, SarifJson::error_handler_t::replace) + "\n";
}

}  // namespace aunit::reporters
