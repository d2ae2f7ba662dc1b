#include "reporters/reason_json.h"

#include <nlohmann/json.hpp>

namespace aunit::reporters {

using Json = nlohmann::ordered_json;

namespace {

Json values(const std::vector<suite::NamedValue>& list) {
  Json result = Json::object();
  for (const suite::NamedValue& value : list) result[value.name] = value.value;
  return result;
}

}  // namespace

Json reasonJson(const suite::ReasonText& reason) {
  Json result = {{"formula", reason.formula}, {"value", reason.actual}, {"place", reason.place}};
  if (reason.state >= 0) result["state"] = reason.state;
  if (!reason.bound.empty()) result["witness"] = values(reason.bound);
  if (!reason.values.empty()) result["values"] = values(reason.values);
  if (reason.conjuncts != 0) result.update({{"held", reason.held}, {"conjuncts", reason.conjuncts}});
  if (reason.others != 0) result["others"] = reason.others;
  for (const suite::ReasonText& part : reason.parts) result["parts"].push_back(reasonJson(part));
  return result;
}

}  // namespace aunit::reporters
