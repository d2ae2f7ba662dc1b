#include "reporters/json.h"

#include <nlohmann/json.hpp>

#include "reporters/reason_json.h"

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;
using suite::Place;

Json place(const Place& p) {
  return {{"file", p.path}, {"line", p.line}, {"column", p.column}, {"end_line", p.endLine}, {"end_column", p.endColumn}};
}

Json side(const suite::Side& s) {
  Json unmatched = Json::array();
  for (std::size_t i = 0; i < s.tuples.size(); ++i)
    if (s.unmatched[i]) unmatched.push_back(s.tuples[i]);
  return {{"expression", s.expression}, {"value", s.value}, {"tuples", s.tuples}, {"unmatched", unmatched}};
}

Json failure(const suite::Failure& f) {
  Json result = {{"constraint", f.constraint}};
  if (f.place.known()) result["place"] = place(f.place);
  if (f.offender.known()) result["offender"] = place(f.offender);
  if (f.state >= 0) result["state"] = f.state;
  result["witness"] = valuesJson(f.witness);
  result["values"] = valuesJson(f.values);
  for (const suite::ReasonText& part : f.parts) result["parts"].push_back(reasonJson(part));
  if (f.expected) result["expected"] = side(*f.expected);
  if (f.actual) result["actual"] = side(*f.actual);
  return result;
}

Json valuation(const suite::ValuationTable& table) {
  Json relations = Json::object();
  for (const auto& row : table.rows) relations[row.relation] = row.values;
  return {{"states", table.states}, {"loop", table.loop}, {"relations", relations}};
}

/// Why a test, or one statement of it, came out as it did.
void addReasons(Json& result, const suite::TestResult& t) {
  if (!t.message.empty()) result["message"] = t.message;
  if (!t.decidedBy.empty()) result["decided_by"] = t.decidedBy;
  if (!t.warning.empty()) result["warning"] = t.warning;
  if (!t.details.empty()) result["details"] = t.details;
  if (t.failure) result["failure"] = failure(*t.failure);
  if (t.valuation) result["valuation"] = valuation(*t.valuation);
  for (const Place& p : t.conflict) result["conflict"].push_back(place(p));
}

Json statement(const suite::TestResult& s) {
  Json result = {{"statement", s.name}, {"place", place(s.place)}, {"outcome", name(s.outcome)}};
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

}  // namespace

std::string json(const runner::RunResult& run) {
  using suite::Engine;
  using suite::Outcome;
  Json tests = Json::array();
  for (const suite::TestResult& t : run.tests) tests.push_back(test(t));
  Json engines = Json::object();
  for (const Engine engine : {Engine::evaluated, Engine::completedBySolving, Engine::solved})
    if (run.count(engine) != 0) engines[std::string(name(engine))] = run.count(engine);
  const Json document = {{"version", 1},
                         {"tests", tests},
                         {"summary",
                          {{"passed", run.count(Outcome::passed)},
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
                           {"interrupted", run.interrupted}}}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace aunit::reporters
