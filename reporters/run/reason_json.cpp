#include "reporters/run/reason_json.h"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/valuation/nearest_valuation.h"

namespace aunit::reporters {

using Json = nlohmann::ordered_json;

Json placeJson(const suite::Place& p) {
  return {{"file", p.path}, {"line", p.line}, {"column", p.column}, {"end_line", p.endLine}, {"end_column", p.endColumn}};
}

Json valuesJson(const std::vector<suite::NamedValue>& list) {
  Json result = Json::object();
  std::map<std::string, int> seen;
  for (const suite::NamedValue& value : list) {
    const int count = ++seen[value.name];
    result[count == 1 ? value.name : fmt::format("{}#{}", value.name, count)] = value.value;
  }
  return result;
}

Json nearestJson(const suite::NearestValuation& nearest) {
  Json breaks = Json::array(), intruders = Json::array();
  for (const auto& broken : nearest.broken) {
    Json& one = breaks.emplace_back(Json{{"constraint", broken.constraint}});
    if (!broken.place.empty()) one.update({{"place", broken.place}, {"text", broken.text}});
    if (broken.state >= 0) one["state"] = broken.state;
    if (!broken.witness.empty()) one["witness"] = valuesJson(broken.witness);
    if (!broken.rule.empty()) one["rule"] = broken.rule;
    one["says"] = suite::brokenText(broken);
  }
  for (const suite::NamedValue& tuple : nearest.intruders)
    intruders.push_back({{"relation", tuple.name}, {"tuple", tuple.value}});
  Json relations = Json::object();
  for (const auto& row : nearest.relations.rows) relations[row.relation] = row.values;
  Json result = {{"breaks", breaks},           {"proved", nearest.proved},
                 {"intruders", intruders},     {"states", nearest.table.states},
                 {"loop", nearest.table.loop}, {"relations", relations}};
  if (!nearest.table.steps.empty()) result["actions"] = actionsJson(nearest.table.steps);
  return result;
}

Json actionsJson(const std::vector<suite::StepName>& steps) {
  Json result = Json::array();
  for (const suite::StepName& step : steps)
    result.push_back(step.isComplete || !step.actions.empty() ? Json(step.actions) : Json());
  return result;
}

Json reasonJson(const suite::ReasonText& reason) {
  Json result = {{"formula", reason.formula}, {"value", reason.actual}};
  if (!reason.place.empty()) result["place"] = reason.place;
  if (reason.state >= 0) result["state"] = reason.state;
  if (!reason.bound.empty()) result["witness"] = valuesJson(reason.bound);
  if (!reason.values.empty()) result["values"] = valuesJson(reason.values);
  if (reason.conjuncts != 0) result.update({{"held", reason.held}, {"conjuncts", reason.conjuncts}});
  if (reason.others != 0) result["others"] = reason.others;
  for (const suite::ReasonText& part : reason.parts) result["parts"].push_back(reasonJson(part));
  return result;
}

Json tupleReasonJson(const suite::TupleReason& reason) {
  Json result = {{"membership", reason.membership}, {"there", reason.there}, {"broken", Json::array()}};
  if (reason.state >= 0) result["state"] = reason.state;
  for (const suite::TupleReason::Part& part : reason.broken) {
    Json one = {{"constraint", part.constraint}};
    if (part.place.known()) one["place"] = part.place.describe();
    if (part.why) one["reason"] = reasonJson(*part.why);
    result["broken"].push_back(std::move(one));
  }
  return result;
}

}  // namespace aunit::reporters
