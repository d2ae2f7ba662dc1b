#include "reporters/run/json.h"

#include <nlohmann/json.hpp>

#include "reporters/run/all_scopes_json.h"
#include "reporters/run/reason_json.h"
#include "reporters/run/rests_on_json.h"
#include "reporters/terminal/console.h"

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;

Json side(const suite::Side& s) {
  Json unmatched = Json::array();
  for (std::size_t i = 0; i < s.tuples.size(); ++i)
    if (s.unmatched[i]) unmatched.push_back(s.tuples[i]);
  return {{"expression", s.expression}, {"value", s.value}, {"tuples", s.tuples}, {"unmatched", unmatched}};
}

Json failure(const suite::Failure& f) {
  Json result = {{"constraint", f.constraint}};
  if (f.place.known()) result["place"] = placeJson(f.place);
  if (f.offender.known()) result["offender"] = placeJson(f.offender);
  if (f.state >= 0) result["state"] = f.state;
  result["witness"] = valuesJson(f.witness);
  result["values"] = valuesJson(f.values);
  for (const suite::ReasonText& part : f.parts) result["parts"].push_back(reasonJson(part));
  if (f.expected) result["expected"] = side(*f.expected);
  if (f.actual) result["actual"] = side(*f.actual);
  if (f.logLine.known()) result["log"] = placeJson(f.logLine);
  if (!f.report.empty()) result["report"] = f.report;
  return result;
}

Json valuation(const suite::ValuationTable& table) {
  Json relations = Json::object();
  for (const auto& row : table.rows) relations[row.relation] = row.values;
  Json result = {{"states", table.states}, {"loop", table.loop}, {"relations", relations}};
  if (!table.steps.empty()) result["actions"] = actionsJson(table.steps);
  return result;
}

Json vacuous(const suite::VacuousAnswer& v) {
  Json result = {{"why", v.why}, {"text", v.text}};
  if (v.place.known()) result["place"] = placeJson(v.place);
  for (const suite::Place& p : v.core) result["core"].push_back(placeJson(p));
  return result;
}

/// Adds the reasons for the outcome of a test or statement.
void addReasons(Json& result, const suite::TestResult& t) {
  if (!t.message.empty()) result["message"] = t.message;
  if (!t.decidedBy.empty()) result["decided_by"] = t.decidedBy;
  if (!t.warning.empty()) result["warning"] = t.warning;
  if (t.vacuous) result["vacuous"] = vacuous(*t.vacuous);
  if (t.restsOn) result["rests_on"] = restsOnJson(*t.restsOn);
  if (t.allScopes) result["all_scopes"] = allScopesJson(*t.allScopes);
  if (!t.details.empty()) result["details"] = t.details;
  if (t.failure) result["failure"] = failure(*t.failure);
  if (t.valuation) result["valuation"] = valuation(*t.valuation);
  if (t.nearest) result["nearest"] = nearestJson(*t.nearest);
  for (const suite::Place& p : t.conflict) result["conflict"].push_back(placeJson(p));
}

Json statement(const suite::TestResult& s) {
  Json result = {{"statement", s.name}, {"place", placeJson(s.place)}, {"outcome", name(s.outcome)}};
  if (s.engine != suite::Engine::none) result["engine"] = name(s.engine);
  addReasons(result, s);
  return result;
}

Json test(const suite::TestResult& t) {
  Json result = {{"file", t.place.known() ? t.place.path : t.file},
                 {"line", t.place.line},
                 {"name", t.name},
                 {"suite", t.file},
                 {"outcome", name(t.outcome)}};
  if (t.engine != suite::Engine::none) result["engine"] = name(t.engine);
  result["time_ms"] = t.milliseconds;
  if (!t.tags.empty()) result["tags"] = t.tags;
  addReasons(result, t);
  for (const suite::TestResult& s : t.statements) result["statements"].push_back(statement(s));
  return result;
}

Json summary(const runner::RunResult& run) {
  using suite::Engine;
  using suite::Outcome;
  Json engines = Json::object();
  for (const Engine engine : {Engine::evaluated, Engine::completedBySolving, Engine::solved})
    if (run.count(engine) != 0) engines[std::string(name(engine))] = run.count(engine);
  Json result = {{"passed", run.count(Outcome::passed)},
                 {"failed", run.count(Outcome::failed)},
                 {"errors", run.count(Outcome::error)},
                 {"skipped", run.count(Outcome::skipped)},
                 {"xfailed", run.count(Outcome::xfailed)},
                 {"xpassed", run.count(Outcome::xpassed)},
                 {"not_run", run.notRun},
                 {"deselected", run.deselected},
                 {"warnings", run.warned()},
                 {"engines", engines},
                 {"time_ms", run.seconds * 1000},
                 {"started_at", run.startedAt},
                 {"interrupted", run.interrupted}};
  if (run.shards > 1) result["shards"] = {{{"parts", {run.shard}}, {"of", run.shards}}};
  return result;
}

Json listed(const runner::Candidate& test) {
  Json result = {
      {"id", test.id}, {"file", test.place.known() ? test.place.path : test.file}, {"name", test.name}, {"suite", test.file}};
  if (test.place.known()) result["place"] = placeJson(test.place);
  if (test.range.known()) result["range"] = placeJson(test.range);
  result["kind"] = test.solved ? "solved" : "evaluated";
  result["tags"] = test.tags;
  if (test.marks.skip) result["skip"] = *test.marks.skip;
  if (test.marks.xfail) result["xfail"] = *test.marks.xfail;
  return result;
}

std::string text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// Writes and flushes a line, so that other programs can follow the run.
void writeLine(std::FILE* out, const Json& line) {
  writeDocument(out, text(line, -1));
  flush(out);
}

}  // namespace

std::string json(const runner::RunResult& run) {
  Json tests = Json::array();
  for (const suite::TestResult& t : run.tests) tests.push_back(test(t));
  return text({{"version", 1}, {"tests", tests}, {"summary", summary(run)}}, 1);
}

std::string listJson(const std::vector<runner::Candidate>& tests, const std::vector<suite::TestResult>& errors) {
  Json all = Json::array(), broken = Json::array();
  for (const runner::Candidate& test : tests) all.push_back(listed(test));
  for (const suite::TestResult& error : errors) broken.push_back(test(error));
  return text({{"version", 1}, {"tests", all}, {"errors", broken}}, 1);
}

void JsonLines::started(std::size_t tests, std::size_t files) {
  writeLine(out_, {{"event", "run_started"}, {"version", 1}, {"tests", tests}, {"files", files}});
}

void JsonLines::running(const std::string& file, const std::string& name, std::size_t /*done*/) {
  writeLine(out_, {{"event", "test_started"}, {"id", file + "::" + name}});
}

void JsonLines::finished(const suite::TestResult& result) {
  Json line = {{"event", "test_finished"}, {"id", result.id()}};
  line.update(test(result));
  writeLine(out_, line);
}

void JsonLines::ended(const runner::RunResult& run) {
  writeLine(out_, {{"event", "run_finished"}, {"summary", summary(run)}});
}

}  // namespace aunit::reporters
