#include "reporters/run/rests_on_json.h"

#include <utility>

namespace aunit::reporters {

nlohmann::ordered_json restsOnJson(const suite::AnswerBasis& on) {
  auto needs = nlohmann::ordered_json::array();
  for (const suite::BeyondScope::Part& part : on.needs) needs.push_back({{"place", part.place}, {"text", part.text}});
  return {{"kind", on.kind}, {"text", on.text}, {"needs", std::move(needs)}, {"minimal", on.minimal}};
}

}  // namespace aunit::reporters
