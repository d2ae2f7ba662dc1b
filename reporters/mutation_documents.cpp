// Mutation reports for programs: JSON, the matrix, GitHub.

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reporters/github.h"
#include "reporters/mutation.h"
#include "reporters/mutation_diff.h"

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;
using strength::Fate;
using strength::MutantResult;
using strength::MutatedFile;

const char* status(Fate fate) {
  switch (fate) {
    case Fate::killed: return "Killed";
    case Fate::survived:
    case Fate::unknown: return "Survived";
    case Fate::equivalent:
    case Fate::ignored: return "Ignored";
    case Fate::pending: return "Pending";
  }
  return "Pending";
}

/// Lines and columns from 1, the end exclusive.
Json location(const suite::Place& place) {
  return {{"start", {{"line", place.line}, {"column", place.column}}},
          {"end", {{"line", place.endLine}, {"column", place.endColumn + 1}}}};
}

Json json(const MutatedFile& file, const MutantResult& mutant) {
  std::string about = fmt::format("{} in {}", description(mutant.by), mutant.paragraph);
  if (!mutant.test.empty()) about += "\nThis test would kill it:\n" + mutant.test;
  Json result = {{"id", file.path + ":" + mutant.name}, {"mutatorName", name(mutant.by)},     {"replacement", mutant.replacement},
                 {"description", std::move(about)},     {"location", location(mutant.place)}, {"status", status(mutant.fate)}};
  if (!mutant.reason.empty() || mutant.fate == Fate::ignored)
    result["statusReason"] = mutant.reason.empty() ? "left out in the source" : mutant.reason;
  if (!mutant.killedBy.empty()) {
    Json tests = Json::array();
    for (const std::uint32_t test : mutant.killedBy) tests.push_back(std::to_string(test));
    result["killedBy"] = std::move(tests);
  }
  return result;
}

/// In one field of a line.
std::string cell(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

std::string mutationJson(const strength::Report& report) {
  Json files = Json::object(), tests = Json::object();
  for (const MutatedFile& file : report.files) {
    Json mutants = Json::array();
    for (const MutantResult& mutant : file.mutants) mutants.push_back(json(file, mutant));
    files[file.path] = {{"language", "alloy"}, {"source", file.text}, {"mutants", std::move(mutants)}};
  }
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const strength::TestInfo& test = report.tests[i];
    tests[test.file]["tests"].push_back({{"id", std::to_string(i)},
                                         {"name", test.name},
                                         {"location", {{"start", {{"line", test.place.line}, {"column", test.place.column}}}}}});
  }
  const Json document = {{"schemaVersion", "2"},
                         {"thresholds", {{"high", 95}, {"low", 80}}},
                         {"files", std::move(files)},
                         {"testFiles", std::move(tests)},
                         {"framework", {{"name", "aunit"}}}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string mutationMatrix(const strength::Report& report) {
  std::string out;
  for (const MutatedFile& file : report.files)
    for (const MutantResult& mutant : file.mutants) {
      std::string row(report.tests.size(), '0');
      for (std::size_t i = 0; i < row.size(); ++i)
        if (!report.tests[i].usable) row[i] = '-';
      for (const std::uint32_t test : mutant.killedBy) row[test] = '1';
      out += fmt::format("{}:{}:{}\t{}\t{}\t{}\t{}\n", cell(file.path), mutant.place.line, mutant.place.column, name(mutant.by),
                         cell(mutant.name), row, cell(mutant.replacement));
    }
  return out;
}

std::string mutationAnnotations(const strength::Report& report) {
  std::string out;
  std::set<std::pair<std::string, std::uint32_t>> lines;
  for (const MutatedFile& file : report.files)
    for (const MutantResult& mutant : file.mutants) {
      if (!isSurvivor(mutant) || !lines.insert({file.path, mutant.place.line}).second) continue;
      std::string message = fmt::format("No test notices when this becomes {}", mutant.replacement);
      if (!mutant.test.empty()) message += ". This test would:\n" + mutant.test;
      out += githubCommand("notice", mutant.place, mutant.name + " survived", message);
    }
  return out;
}

}  // namespace aunit::reporters
