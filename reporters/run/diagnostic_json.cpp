#include "reporters/run/diagnostic_json.h"

#include <nlohmann/json.hpp>

#include "reporters/run/reason_json.h"
#include "suite/text/place.h"
#include "suite/text/quick_fixes.h"

namespace aunit::reporters {

std::string diagnosticJson(const model::Diagnostic& diagnostic, const parser::Loaded& loaded) {
  const model::SourceMap& sources = loaded.sources;
  using Json = nlohmann::ordered_json;
  Json json = {{"severity", model::word(diagnostic.severity)}, {"code", diagnostic.code}, {"message", diagnostic.message}};
  if (diagnostic.span.known()) json["place"] = placeJson(suite::placeOf(sources, diagnostic.span));
  json["hints"] = diagnostic.hints;
  json["related"] = Json::array();
  for (const model::RelatedPlace& related : diagnostic.related) {
    Json& one = json["related"].emplace_back(Json{{"message", related.message}});
    if (related.span.known()) one["place"] = placeJson(suite::placeOf(sources, related.span));
  }
  for (const suite::QuickFix& fix : suite::quickFixes(loaded, diagnostic)) {
    Json edits = Json::array();
    for (const auto& [span, text] : fix.changes) {
      const model::SourceFile& file = sources.file(span.file);
      const model::Position begin = file.position(span.begin), end = file.position(span.end);
      edits.push_back({{"file", file.path()},
                       {"line", begin.line},
                       {"column", begin.column},
                       {"end_line", end.line},
                       {"end_column", end.column},
                       {"replacement", text}});
    }
    json["fixes"].push_back({{"title", fix.title}, {"edits", std::move(edits)}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace aunit::reporters
