// Reports of fault localisation as JSON, for other programs.

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "reporters/faults/location.h"

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;
using strength::FaultReport;

/// Lines and columns count from 1; the end is exclusive.
Json asJson(const FaultReport::Place& place) {
  return {{"file", place.place.path},
          {"line", place.place.line},
          {"column", place.place.column},
          {"end_line", place.place.endLine},
          {"end_column", place.place.endColumn + 1},
          {"paragraph", place.paragraph},
          {"score", std::round(1e4 * place.score) / 1e4},
          {"because", place.because}};
}

}  // namespace

std::string locationJson(const FaultReport& report) {
  Json document = {{"suspects", Json::array()}, {"missing", nullptr}, {"failing", Json::array()}, {"undecided", Json::array()}};
  for (const FaultReport::Suspect& suspect : report.suspects) {
    Json one = asJson(suspect);
    one["text"] = suspect.text;
    document["suspects"].push_back(std::move(one));
  }
  if (report.missing) document["missing"] = asJson(*report.missing);
  for (const auto& [member, some] : {std::pair("failing", &report.failing), std::pair("undecided", &report.undecided)})
    for (const FaultReport::Outcome& one : *some)
      document[member].push_back(
          {{"name", one.name}, {"file", one.place.path}, {"line", one.place.line}, {"message", one.message}});
  document["contradictions"] = report.contradictions;
  document["interrupted"] = report.interrupted;
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace aunit::reporters
