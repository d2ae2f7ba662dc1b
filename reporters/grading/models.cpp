#include "reporters/grading/models.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/diagnostic.h"
#include "reporters/csv.h"
#include "reporters/text.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

using runner::GradedModel;
using runner::ModelGrading;
using strength::grading::ModelClass;

namespace {

constexpr std::size_t widestReason = 160;

std::array<std::size_t, strength::grading::modelClasses> classCounts(const ModelGrading& grading) {
  std::array<std::size_t, strength::grading::modelClasses> counts{};
  for (const GradedModel& one : grading.answers) ++counts[static_cast<std::size_t>(one.judgement.verdict)];
  return counts;
}

Color colourOf(ModelClass verdict) {
  if (verdict == ModelClass::same) return Color::green;
  return verdict == ModelClass::unknown || verdict == ModelClass::sameShared ? Color::dim : Color::boldYellow;
}

/// The reason for the verdict, with a witness and the names that were matched.
std::string reasonWithMatches(const GradedModel& one) {
  std::string reason = one.judgement.reason;
  const auto say = [&](const std::string& more) {
    if (!more.empty()) reason += (reason.empty() ? "" : "; ") + more;
  };
  say(one.witness);
  for (const auto& match : one.judgement.matches) say(fmt::format("{} is {} ({})", match.newer, match.older, match.reason));
  return reason;
}

}  // namespace

std::string modelGradingText(const ModelGrading& grading, const Style& style) {
  std::size_t model = 5, answer = 6, verdict = 5;
  for (const GradedModel& one : grading.answers) {
    model = std::max(model, displayWidth(support::oneLine(one.model)));
    answer = std::max(answer, displayWidth(support::oneLine(one.answer)));
    verdict = std::max(verdict, std::string_view(nameOf(one.judgement.verdict)).size());
  }
  std::string text = fmt::format("{}  {}  {}  scope     time  reason\n", padded("model", model), padded("answer", answer),
                                 padded("class", verdict));
  for (const GradedModel& one : grading.answers) {
    std::string line = fmt::format("{}  {}  {}  {:>5}  {:>5.2f} s", padded(support::oneLine(one.model), model),
                                   padded(support::oneLine(one.answer), answer),
                                   style(colourOf(one.judgement.verdict), padded(nameOf(one.judgement.verdict), verdict)),
                                   one.judgement.scope == 0 ? "" : std::to_string(one.judgement.scope), one.seconds);
    if (const std::string reason = reasonWithMatches(one); !reason.empty())
      line += "  " + shortened(support::oneLine(reason), widestReason);
    text += line + "\n";
  }
  const auto counts = classCounts(grading);
  std::vector<std::string> classes;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != 0) classes.push_back(fmt::format("{} {}", counts[i], nameOf(static_cast<ModelClass>(i))));
  text += fmt::format("{}: {}\n", support::plural(grading.answers.size(), "answer"), model::inWords(classes));
  for (const std::string& name : grading.empty)
    text += fmt::format("the reference `{}` has no instance in any scope that was tried: check it before you use these classes\n",
                        support::oneLine(name));
  return text;
}

std::string modelGradingJson(const ModelGrading& grading) {
  using Json = nlohmann::ordered_json;
  const auto orNull = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json answers = Json::array();
  for (const GradedModel& one : grading.answers) {
    Json matches = Json::array();
    for (const auto& match : one.judgement.matches)
      matches.push_back({{"answer", match.newer}, {"reference", match.older}, {"reason", match.reason}});
    answers.push_back({{"model", orNull(one.model)},
                       {"answer", one.answer},
                       {"class", nameOf(one.judgement.verdict)},
                       {"scope", one.judgement.scope == 0 ? Json() : Json(one.judgement.scope)},
                       {"reason", one.judgement.reason},
                       {"matches", std::move(matches)},
                       {"accepted", orNull(one.accepted)},
                       {"rejected", orNull(one.rejected)}});
  }
  Json classes = Json::object();
  const auto counts = classCounts(grading);
  for (std::size_t i = 0; i < counts.size(); ++i) classes[nameOf(static_cast<ModelClass>(i))] = counts[i];
  return Json({{"answers", std::move(answers)}, {"classes", std::move(classes)}, {"empty_references", grading.empty}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::string modelGradingCsv(const ModelGrading& grading) {
  std::string text = "model,answer,class,scope,reason\r\n";
  for (const GradedModel& one : grading.answers)
    text += fmt::format("{},{},{},{},{}\r\n", csvCell(one.model), csvCell(one.answer), nameOf(one.judgement.verdict),
                        one.judgement.scope == 0 ? "" : std::to_string(one.judgement.scope), csvCell(reasonWithMatches(one)));
  return text;
}

}  // namespace aunit::reporters
