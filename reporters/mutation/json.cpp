// Mutation reports as JSON in the mutation-testing-report-schema (see mutationJson()). Data for which this schema has no member
// are in members "aunit", so that this program can read its reports again.

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reporters/mutation/mutation.h"
#include "suite/text/place.h"
#include "support/utf8.h"

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;
using strength::Fate;
using strength::MutantResult;
using strength::MutatedFile;
using strength::Report;
using strength::TestInfo;

struct FateName {
  Fate fate;
  std::string_view name, status;  // the name in this program, and the status in the schema
};
constexpr FateName fateNames[] = {{Fate::killed, "killed", "Killed"},          {Fate::survived, "survived", "Survived"},
                                  {Fate::equivalent, "equivalent", "Ignored"}, {Fate::unknown, "unknown", "Survived"},
                                  {Fate::ignored, "ignored", "Ignored"},       {Fate::pending, "pending", "Pending"}};

// --- writing

/// A position for the schema: line and column from 1; columns count UTF-16 units, as other readers of the schema do.
Json position(const model::SourceFile& file, std::uint32_t offset) {
  const std::uint32_t line = file.position(offset).line;
  std::size_t column = 1;
  std::string_view before = std::string_view(file.document()).substr(file.lineStart(line), offset - file.lineStart(line));
  while (!before.empty()) {
    const support::CodePoint next = support::decode(before);
    column += next.value >= 0x10000 ? 2 : 1;
    before.remove_prefix(std::max<std::size_t>(next.length, 1));
  }
  return {{"line", line}, {"column", column}};
}

/// The place of the text that is replaced, with an exclusive end. The place is empty if the mutant only inserts text.
Json location(const model::SourceFile& file, const MutantResult& mutant) {
  return {{"start", position(file, mutant.begin)}, {"end", position(file, mutant.end)}};
}

std::string aboutText(const MutantResult& mutant) {
  std::string about = fmt::format("{} in {}", description(mutant.by), mutant.paragraph);
  if (!mutant.test.empty()) about += "\nThis test would kill it:\n" + mutant.test;
  if (!mutant.alike.empty()) about += fmt::format("The test for {} kills it, too.\n", mutant.alike);
  return about;
}

std::string_view statusOf(const MutantResult& mutant) {
  if (mutant.fate == Fate::unknown && strength::isLost(mutant)) return "RuntimeError";
  return std::ranges::find(fateNames, mutant.fate, &FateName::fate)->status;
}

Json asJson(const MutatedFile& file, const model::SourceFile& text, const MutantResult& mutant) {
  const FateName& fate = *std::ranges::find(fateNames, mutant.fate, &FateName::fate);
  Json result = {{"id", file.path + ":" + mutant.name}, {"mutatorName", name(mutant.by)},     {"replacement", mutant.replacement},
                 {"description", aboutText(mutant)},    {"location", location(text, mutant)}, {"status", statusOf(mutant)}};
  if (!mutant.reason.empty() || mutant.fate == Fate::ignored)
    result["statusReason"] = mutant.reason.empty() ? "left out in the source" : fullReason(mutant);
  if (!mutant.killedBy.empty()) {
    Json tests = Json::array();
    for (const std::uint32_t test : mutant.killedBy) tests.push_back(std::to_string(test));
    result["killedBy"] = std::move(tests);
  }
  if (mutant.milliseconds > 0) result["duration"] = std::round(1000 * mutant.milliseconds) / 1000;
  Json own = {{"fate", fate.name}, {"paragraph", mutant.paragraph}, {"begin", mutant.begin}, {"end", mutant.end}};
  if (!mutant.reason.empty()) own["reason"] = mutant.reason;
  if (!mutant.because.empty()) own["because"] = mutant.because;
  if (!mutant.beyond.verdict.empty()) own["all_scopes"] = {{"verdict", mutant.beyond.verdict}, {"answer", mutant.beyond.text}};
  if (!mutant.test.empty()) own["test"] = mutant.test;
  if (!mutant.alike.empty()) own["alike"] = file.path + ":" + mutant.alike;
  result["aunit"] = std::move(own);
  return result;
}

Json asJson(const TestInfo& test, std::size_t number) {
  Json result = {{"id", std::to_string(number)},
                 {"name", test.name},
                 {"location", {{"start", {{"line", test.place.line}, {"column", test.place.column}}}}}};
  if (!test.usable) result["aunit"] = {{"leftOut", test.why}};
  return result;
}

// --- reading

// Thrown, with the reason, if a text is well-formed JSON, but is not a report that this program wrote.
struct Invalid : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::uint64_t number(const Json& json, std::uint64_t least, std::uint64_t limit, const char* what) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() < least || json.get<std::uint64_t>() >= limit)
    throw Invalid(fmt::format("a {} is out of range", what));
  return json.get<std::uint64_t>();
}

/// The number of a test from its id ("12"). Throws Invalid unless it is a number below `tests`.
std::uint32_t testNumber(const Json& json, std::size_t tests) {
  const auto& text = json.get_ref<const std::string&>();
  const bool digits = !text.empty() && text.size() < 10 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  const std::uint64_t value = digits ? std::stoull(text) : tests;
  if (value >= tests) throw Invalid(fmt::format("there is no test \"{}\"", text));
  return static_cast<std::uint32_t>(value);
}

strength::Operator operatorOf(const std::string& text) {
  for (int i = 0; i < strength::operatorCount; ++i)
    if (name(static_cast<strength::Operator>(i)) == text) return static_cast<strength::Operator>(i);
  throw Invalid(fmt::format("\"{}\" is not a mutation operator", text));
}

MutantResult mutantFrom(const Json& json, const MutatedFile& file, const model::SourceMap& sources, std::size_t tests) {
  MutantResult mutant;
  const auto& id = json.at("id").get_ref<const std::string&>();
  if (!id.starts_with(file.path + ":"))
    throw Invalid(fmt::format("the id of a mutant must begin with \"{}:\", but is \"{}\"", file.path, id));
  mutant.name = id.substr(file.path.size() + 1);
  mutant.by = operatorOf(json.at("mutatorName").get<std::string>());
  mutant.replacement = json.at("replacement").get<std::string>();
  const Json& own = json.at("aunit");
  const auto fate = std::ranges::find(fateNames, own.at("fate").get<std::string>(), &FateName::name);
  if (fate == std::end(fateNames)) throw Invalid(fmt::format("{} is not the fate of a mutant", own["fate"].dump()));
  mutant.fate = fate->fate;
  mutant.paragraph = own.at("paragraph").get<std::string>();
  mutant.end = static_cast<std::uint32_t>(number(own.at("end"), 0, file.text.size() + 1, "position"));
  mutant.begin = static_cast<std::uint32_t>(number(own.at("begin"), 0, mutant.end + std::uint64_t{1}, "position"));
  mutant.place = suite::placeOf(sources, {0, mutant.begin, mutant.end});
  mutant.original = file.text.substr(mutant.begin, mutant.end - mutant.begin);
  mutant.reason = own.value("reason", "");
  mutant.because = own.value("because", "");
  if (own.contains("all_scopes"))
    mutant.beyond = {own["all_scopes"].at("verdict").get<std::string>(), own["all_scopes"].at("answer").get<std::string>()};
  mutant.milliseconds = json.value("duration", 0.0);
  mutant.test = own.value("test", "");
  if (json.contains("killedBy"))
    for (const Json& test : json["killedBy"]) mutant.killedBy.push_back(testNumber(test, tests));
  return mutant;
}

std::vector<TestInfo> testsFrom(const Json& json) {
  std::map<std::uint32_t, TestInfo> tests;
  for (const auto& [file, content] : json.items())
    for (const Json& t : content.at("tests")) {
      TestInfo test{file, t.at("name").get<std::string>(), {}, !t.contains("aunit"), ""};
      const Json& start = t.at("location").at("start");
      test.place.path = file;
      test.place.line = static_cast<std::uint32_t>(number(start.at("line"), 0, std::uint32_t(-1), "line"));
      test.place.column = static_cast<std::uint32_t>(number(start.at("column"), 0, std::uint32_t(-1), "column"));
      if (!test.usable) test.why = t["aunit"].at("leftOut").get<std::string>();
      if (!tests.emplace(testNumber(t.at("id"), std::uint32_t(-1)), std::move(test)).second)
        throw Invalid(fmt::format("two tests have the id {}", t["id"].dump()));
    }
  std::vector<TestInfo> result;
  for (auto& [number, test] : tests) {
    if (number != result.size()) throw Invalid(fmt::format("there is no test \"{}\"", result.size()));
    result.push_back(std::move(test));
  }
  return result;
}

Report reportFrom(const Json& json) {
  if (!json.is_object() || !json.contains("config") || !json["config"].contains("aunit"))
    throw Invalid("aunit mutate did not write it");
  const Json& own = json["config"]["aunit"];
  Report report;
  report.shards = number(own.at("shards"), 1, std::size_t{1} << 20, "number of shards");
  report.shard = number(own.at("shard"), 1, report.shards + 1, "shard");
  report.allKillers = own.at("allKillers").get<bool>();
  report.interrupted = own.at("interrupted").get<bool>();
  report.tests = testsFrom(json.at("testFiles"));
  for (const auto& [path, content] : json.at("files").items()) {
    MutatedFile file{path, content.at("source").get<std::string>(), {}};
    model::SourceMap sources;
    sources.add(file.path, file.text);
    for (const Json& mutant : content.at("mutants"))
      file.mutants.push_back(mutantFrom(mutant, file, sources, report.tests.size()));
    report.files.push_back(std::move(file));
  }
  strength::arrange(report);
  return report;
}

}  // namespace

std::string mutationJson(const Report& report) {
  Json files = Json::object(), tests = Json::object();
  for (const MutatedFile& file : report.files) {
    Json mutants = Json::array();
    const model::SourceFile text(file.path, file.text);
    for (const MutantResult& mutant : file.mutants) mutants.push_back(asJson(file, text, mutant));
    files[file.path] = {{"language", "alloy"}, {"source", file.text}, {"mutants", std::move(mutants)}};
  }
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const std::string& file = report.tests[i].file;
    if (!tests.contains(file)) tests[file] = {{"tests", Json::array()}};
    tests[file]["tests"].push_back(asJson(report.tests[i], i));
  }
  const Json own = {
      {"shard", report.shard}, {"shards", report.shards}, {"allKillers", report.allKillers}, {"interrupted", report.interrupted}};
  const Json document = {
      {"schemaVersion", "2"},          {"thresholds", {{"high", 95}, {"low", 80}}}, {"files", std::move(files)},
      {"testFiles", std::move(tests)}, {"framework", {{"name", "aunit"}}},          {"config", {{"aunit", own}}}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Report> mutationFromJson(std::string_view text, std::string& error) {
  try {
    return reportFrom(Json::parse(text));
  } catch (const Json::parse_error& e) {
    error = e.byte > text.size() ? "it is cut off or empty" : fmt::format("it is not JSON (error at byte {})", e.byte);
  } catch (const Json::exception& e) {
    error = fmt::format("a part is missing or of the wrong type: {}", e.what());
  } catch (const Invalid& e) {
    error = e.what();
  }
  return std::nullopt;
}

}  // namespace aunit::reporters
