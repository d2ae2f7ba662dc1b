#include "reporters/run/diagnostic_json.h"

#include <nlohmann/json.hpp>

#include "reporters/run/reason_json.h"
#include "suite/text/place.h"

namespace aunit::reporters {

std::string diagnosticJson(const model::Diagnostic& diagnostic, const model::SourceMap& sources) {
  using Json = nlohmann::ordered_json;
  Json json = {{"severity", diagnostic.severity == model::Severity::error ? "error" : "warning"},
               {"code", diagnostic.code},
               {"message", diagnostic.message}};
  if (diagnostic.span.known()) json["place"] = placeJson(suite::placeOf(sources, diagnostic.span));
  json["hints"] = diagnostic.hints;
  json["related"] = Json::array();
  for (const model::Related& related : diagnostic.related) {
    Json& one = json["related"].emplace_back(Json{{"message", related.message}});
    if (related.span.known()) one["place"] = placeJson(suite::placeOf(sources, related.span));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace aunit::reporters
