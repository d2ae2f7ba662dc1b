// Union of reports of `run --json`.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reporters/merge/merge_tests.h"
#include "suite/outcome.h"

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;
using suite::Engine;

/// Outcomes from good to bad, each with its member in the summary.
struct OutcomeNames {
  const char* outcome;
  const char* counted;
};
constexpr std::array<OutcomeNames, 6> outcomes{{{"skipped", "skipped"},
                                                {"passed", "passed"},
                                                {"xfailed", "xfailed"},
                                                {"xpassed", "xpassed"},
                                                {"failed", "failed"},
                                                {"error", "errors"}}};

constexpr std::uint64_t mostShards = 1 << 20;

int badnessOf(const std::string& outcome) {
  const auto found = std::ranges::find(outcomes, outcome, &OutcomeNames::outcome);
  if (found == outcomes.end()) throw NoReport(fmt::format("\"{}\" is not an outcome", outcome));
  return static_cast<int>(found - outcomes.begin());
}

class UnitedJson {
 public:
  void add(const std::string& text) {
    const Json report = parsedReport(text);
    if (!report.is_object()) throw NoReport("it is not a JSON object");
    if (report.at("version") != 1) throw NoReport("its version is not 1");
    std::map<std::pair<std::string, std::string>, std::size_t> seen;
    for (const Json& test : report.at("tests")) {
      const std::pair name(test.at("suite").get<std::string>(), test.at("name").get<std::string>());
      addTest({name.first, name.second, seen[name]++}, test);
    }
    addSummary(report.at("summary"), seen.size());
  }

  std::string text() const {
    std::vector<std::tuple<std::string, TestOrder, const Json*>> order;
    for (const auto& [id, said] : tests_)
      order.emplace_back(id.suite, TestOrder{id.name != fileTest, said.content.at("line").get<long>(), id.name, id.number},
                         &said.content);
    std::ranges::sort(order, [](const auto& a, const auto& b) {
      return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    Json tests = Json::array();
    for (const auto& entry : order) tests.push_back(*std::get<2>(entry));
    const Json document = {{"version", 1}, {"tests", tests}, {"summary", summary()}};
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
  }

 private:
  void addTest(TestIdentity id, const Json& test) {
    if (!test.at("line").is_number_unsigned()) throw NoReport("the line of a test is not a number");
    TestEntry<Json> said{badnessOf(test.at("outcome").get<std::string>()), {}, test.at("time_ms").get<double>(), test};
    Json timeless = test;
    timeless.erase("time_ms");
    said.text = timeless.dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto [place, isNew] = tests_.try_emplace(std::move(id), said);
    if (!isNew && place->second < said) place->second = std::move(said);
  }

  void addSummary(const Json& summary, std::size_t distinct) {
    const auto notRun = summary.at("not_run").get<std::uint64_t>(), deselected = summary.at("deselected").get<std::uint64_t>();
    const auto startedAt = summary.at("started_at").get<std::int64_t>();
    startedAt_ = first_ ? startedAt : std::min(startedAt_, startedAt);
    first_ = false;
    notRun_ = std::max(notRun_, notRun);
    found_ = std::max(found_, distinct + notRun + deselected);
    milliseconds_ = std::max(milliseconds_, summary.at("time_ms").get<double>());
    interrupted_ |= summary.at("interrupted").get<bool>();
    if (!summary.contains("shards")) return;
    for (const Json& division : summary.at("shards")) {
      const auto of = division.at("of").get<std::uint64_t>();
      if (of == 0 || of > mostShards) throw NoReport("the number of shards is out of range");
      std::set<std::uint64_t>& parts = divisions_[of];
      for (const Json& part : division.at("parts")) parts.insert(part.get<std::uint64_t>());
      if (*parts.begin() == 0 || *parts.rbegin() > of) throw NoReport("the number of a shard is out of range");
    }
  }

  Json summary() const {
    std::map<std::string, std::uint64_t> count, byEngine;
    std::uint64_t warnings = 0;
    std::set<std::pair<std::string, std::string>> distinct;
    for (const auto& [id, said] : tests_) {
      const std::string outcome = said.content.at("outcome").get<std::string>();
      ++count[outcome];
      warnings += said.content.contains("warning");
      if (said.content.contains("engine") && outcome != "error" && outcome != "skipped")
        ++byEngine[said.content.at("engine").get<std::string>()];
      distinct.emplace(id.suite, id.name);
    }
    Json result = Json::object();
    for (const char* outcome : {"passed", "failed", "error", "skipped", "xfailed", "xpassed"})
      result[std::ranges::find(outcomes, std::string_view(outcome), &OutcomeNames::outcome)->counted] = count[outcome];
    Json engines = Json::object();
    for (const Engine engine : {Engine::evaluated, Engine::completedBySolving, Engine::solved})
      if (const auto found = byEngine.find(std::string(name(engine))); found != byEngine.end())
        engines[found->first] = found->second;
    const std::uint64_t known = distinct.size() + notRun_;
    result.update({{"not_run", notRun_},
                   {"deselected", found_ > known ? found_ - known : 0},
                   {"warnings", warnings},
                   {"engines", engines},
                   {"time_ms", milliseconds_},
                   {"started_at", startedAt_},
                   {"interrupted", interrupted_}});
    for (const auto& [of, parts] : divisions_)
      if (parts.size() < of) result["shards"].push_back({{"parts", parts}, {"of", of}});
    return result;
  }

  std::map<TestIdentity, TestEntry<Json>> tests_;
  bool first_ = true;
  std::uint64_t notRun_ = 0;
  std::uint64_t found_ = 0;  // greatest number of tests of a report, including tests that were not run
  double milliseconds_ = 0;
  std::int64_t startedAt_ = 0;
  bool interrupted_ = false;
  std::map<std::uint64_t, std::set<std::uint64_t>> divisions_;  // by N of `--shard I/N`: each I whose report was read
};

}  // namespace

std::string unitedJson(const std::vector<ReportFile>& reports) {
  UnitedJson all;
  for (const ReportFile& report : reports) try {
      all.add(report.text);
    } catch (const Json::exception& error) {
      throw NoReport(fmt::format("{} is not a report of `aunit run --json`: {}", report.path, withoutCode(error.what())));
    } catch (const NoReport& reason) {
      throw NoReport(fmt::format("{} is not a report of `aunit run --json`: {}", report.path, reason.what()));
    }
  return all.text();
}

std::vector<std::string> missingShards(const std::string& united) {
  std::vector<std::string> missing;
  const Json report = Json::parse(united, nullptr, false);
  if (!report.is_object() || !report.contains("summary") || !report["summary"].is_object() ||
      !report["summary"].contains("shards"))
    return missing;
  for (const Json& division : report["summary"]["shards"]) {
    const auto parts = division["parts"].get<std::set<std::uint64_t>>();
    const auto of = division["of"].get<std::uint64_t>();
    for (std::uint64_t part = 1; part <= of; ++part)
      if (!parts.contains(part)) missing.push_back(fmt::format("{}/{}", part, of));
  }
  return missing;
}

}  // namespace aunit::reporters
