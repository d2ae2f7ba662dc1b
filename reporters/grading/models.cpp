#include "reporters/grading/models.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/diagnostic.h"
#include "reporters/csv.h"
#include "reporters/text.h"
#include "support/pieces.h"
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

/// The assignments of a `val` paragraph, on one line.
std::string valuationOnOneLine(const std::string& valuation) {
  std::string all;
  for (const std::string_view line : support::lines(valuation)) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == 0 || begin == std::string_view::npos) continue;  // the first line and the last line have no assignment
    all += (all.empty() ? "" : ", ") + support::oneLine(line.substr(begin));
  }
  return all.empty() ? "the empty instance" : all;
}

/// A share or distance, rounded. A value below 1 is rounded down, so that it does not become 1.
double rounded(double value, int digits) {
  const double factor = std::pow(10, digits);
  return value < 1 ? std::floor(value * factor + 1e-9) / factor : std::round(value * factor) / factor;
}
std::string numberText(const std::optional<double>& value, int digits) {
  return value ? fmt::format("{:.{}f}", rounded(*value, digits), digits) : "";
}

/// Returns the reason of the judgement, followed by the commands whose answers differ from the reference's answers, a witness,
/// and the names that were matched with names of the reference.
std::string reasonWithMatches(const GradedModel& one) {
  std::string reason = one.judgement.reason;
  const auto say = [&](const std::string& more) {
    if (!more.empty()) reason += (reason.empty() ? "" : "; ") + more;
  };
  for (const auto& command : one.judgement.commands)
    say(fmt::format("{} differs: {} in the reference, {} in the answer", command.name, command.reference, command.answer));
  if (!one.accepted.empty())
    say("the answer wrongly accepts " + valuationOnOneLine(one.accepted));
  else if (!one.rejected.empty())
    say("the answer wrongly rejects " + valuationOnOneLine(one.rejected));
  for (const auto& match : one.judgement.matches)
    say(fmt::format("the answer's `{}` was matched with `{}` ({})", match.newer, match.older, match.reason));
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
  std::string text = fmt::format("{}  {}  {}  scope  agreement  distance     time  reason\n", padded("model", model),
                                 padded("answer", answer), padded("class", verdict));
  for (const GradedModel& one : grading.answers) {
    const std::string time = one.seconds < 0 ? std::string(7, ' ') : fmt::format("{:>5.2f} s", one.seconds);
    std::string line = fmt::format("{}  {}  {}  {:>5}  {:>9}  {:>8}  {}", padded(support::oneLine(one.model), model),
                                   padded(support::oneLine(one.answer), answer),
                                   style(colourOf(one.judgement.verdict), padded(nameOf(one.judgement.verdict), verdict)),
                                   one.judgement.scope == 0 ? "" : std::to_string(one.judgement.scope),
                                   numberText(one.judgement.agreement, 2), numberText(one.judgement.distance, 2), time);
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
    text += fmt::format(
        "the reference `{}` has no instance in any scope that was tried: check the reference before you use the classes above\n",
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
    Json commands = Json::array();
    for (const auto& command : one.judgement.commands)
      commands.push_back({{"command", command.name}, {"reference", command.reference}, {"answer", command.answer}});
    Json counted;
    if (const auto& counts = one.judgement.counted)
      counted = {{"scope", counts->scope},
                 {"both", counts->both},
                 {"only_reference", counts->onlyOlder},
                 {"only_answer", counts->onlyNewer}};
    const auto number = [](const std::optional<double>& value) { return value ? Json(rounded(*value, 4)) : Json(); };
    answers.push_back({{"model", orNull(one.model)},
                       {"answer", one.answer},
                       {"class", nameOf(one.judgement.verdict)},
                       {"scope", one.judgement.scope == 0 ? Json() : Json(one.judgement.scope)},
                       {"agreement", number(one.judgement.agreement)},
                       {"distance", number(one.judgement.distance)},
                       {"counted", std::move(counted)},
                       {"reason", one.judgement.reason},
                       {"commands", std::move(commands)},
                       {"matches", std::move(matches)},
                       {"accepted", orNull(one.accepted)},
                       {"rejected", orNull(one.rejected)}});
  }
  Json classes = Json::object();
  const auto counts = classCounts(grading);
  for (std::size_t i = 0; i < counts.size(); ++i) classes[nameOf(static_cast<ModelClass>(i))] = counts[i];
  return Json({{"shard", fmt::format("{}/{}", grading.part + 1, grading.parts)},
               {"answers", std::move(answers)},
               {"classes", std::move(classes)},
               {"empty_references", grading.empty}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::optional<runner::ModelGrading> modelGradingFromJson(const std::string& text, std::string& error) {
  using Json = nlohmann::ordered_json;
  const auto textOf = [](const Json& value) { return value.is_null() ? std::string() : value.get<std::string>(); };
  const auto numberOf = [](const Json& value) { return value.is_null() ? std::optional<double>() : value.get<double>(); };
  runner::ModelGrading grading;
  try {
    const Json whole = Json::parse(text);
    const auto shard = whole.at("shard").get<std::string>();
    const char* const end = shard.data() + shard.size();
    const auto index = std::from_chars(shard.data(), end, grading.part);
    if (index.ec != std::errc() || index.ptr == end || *index.ptr != '/' ||
        std::from_chars(index.ptr + 1, end, grading.parts).ptr != end || grading.part == 0 || grading.part > grading.parts) {
      error = fmt::format("`{}` is not a shard", shard);
      return std::nullopt;
    }
    --grading.part;
    for (const Json& answer : whole.at("answers")) {
      GradedModel& one = grading.answers.emplace_back();
      one.seconds = -1;
      one.model = textOf(answer.at("model"));
      one.answer = answer.at("answer").get<std::string>();
      const auto verdict = answer.at("class").get<std::string>();
      std::size_t known = 0;
      while (known < strength::grading::modelClasses && nameOf(static_cast<ModelClass>(known)) != verdict) ++known;
      if (known == strength::grading::modelClasses) {
        error = fmt::format("`{}` is not a class of answers", verdict);
        return std::nullopt;
      }
      auto& judgement = one.judgement;
      judgement.verdict = static_cast<ModelClass>(known);
      if (!answer.at("scope").is_null()) judgement.scope = answer.at("scope").get<int>();
      judgement.agreement = numberOf(answer.at("agreement"));
      judgement.distance = numberOf(answer.at("distance"));
      if (const Json& counted = answer.at("counted"); !counted.is_null()) {
        auto& counts = judgement.counted.emplace();
        counts.scope = counted.at("scope").get<int>();
        counts.both = counted.at("both").get<std::size_t>();
        counts.onlyOlder = counted.at("only_reference").get<std::size_t>();
        counts.onlyNewer = counted.at("only_answer").get<std::size_t>();
      }
      judgement.reason = answer.at("reason").get<std::string>();
      for (const Json& command : answer.at("commands"))
        judgement.commands.push_back({command.at("command").get<std::string>(), command.at("reference").get<std::string>(),
                                      command.at("answer").get<std::string>()});
      for (const Json& match : answer.at("matches"))
        judgement.matches.push_back({match.at("reference").get<std::string>(), match.at("answer").get<std::string>(),
                                     match.at("reason").get<std::string>()});
      one.accepted = textOf(answer.at("accepted"));
      one.rejected = textOf(answer.at("rejected"));
    }
    for (const Json& name : whole.at("empty_references")) grading.empty.push_back(name.get<std::string>());
  } catch (const Json::parse_error&) {
    error = "it is not JSON";
    return std::nullopt;
  } catch (const Json::exception&) {
    error = "a member is missing, or has the wrong type";
    return std::nullopt;
  }
  return grading;
}

std::string modelGradingCsv(const ModelGrading& grading) {
  std::string text = "model,answer,class,scope,agreement,distance,reason\r\n";
  for (const GradedModel& one : grading.answers)
    text +=
        fmt::format("{},{},{},{},{},{},{}\r\n", csvCell(one.model), csvCell(one.answer), nameOf(one.judgement.verdict),
                    one.judgement.scope == 0 ? "" : std::to_string(one.judgement.scope), numberText(one.judgement.agreement, 4),
                    numberText(one.judgement.distance, 4), csvCell(reasonWithMatches(one)));
  return text;
}

}  // namespace aunit::reporters
