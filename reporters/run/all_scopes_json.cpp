#include "reporters/run/all_scopes_json.h"

namespace aunit::reporters {

nlohmann::ordered_json allScopesJson(const suite::BeyondScope& answer) {
  using Json = nlohmann::ordered_json;
  const auto orNull = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
  Json json = {{"verdict", answer.verdict},         {"answer", answer.answer},           {"by", orNull(answer.by)},
               {"checked", orNull(answer.checked)}, {"assumptions", answer.assumptions}, {"milliseconds", answer.milliseconds}};
  if (!answer.lemmas.empty()) json["lemmas"] = answer.lemmas;
  if (!answer.scope.empty()) json["scope"] = answer.scope;
  if (!answer.searched.empty()) json["searched"] = answer.searched;
  if (answer.anyLength) json["any_length"] = true;
  if (answer.anyLength || !answer.invariant.empty()) json["invariant"] = answer.invariant;
  for (const suite::BeyondScope::Part& part : answer.needs) json["needs"].push_back({{"place", part.place}, {"text", part.text}});
  if (answer.verdict != "unknown") return json;
  json["why"] = answer.why;
  if (answer.place) json.update({{"place", answer.place->place}, {"text", answer.place->text}});
  return json;
}

}  // namespace aunit::reporters
