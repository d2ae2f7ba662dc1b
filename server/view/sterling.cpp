#include "server/view/sterling.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace aunit::server::view {

namespace {

Json message(const char* type, Json payload) {
  return {{"type", type}, {"version", 1}, {"payload", std::move(payload)}};
}

struct Button {
  const char* text;
  const char* onClick;
  const char* mouseover;
  Part part;
};
constexpr Button ofTraces[] = {
    {"New configuration", "configuration", "Another configuration", Part::configuration},
    {"New initial state", "initial", "The same configuration with another initial state", Part::initialState},
    {"New trace", "trace", "Another trace of the same configuration", Part::trace}};

}  // namespace

std::vector<std::string> Sterling::answer(const std::string& text, const std::atomic<bool>& stop) {
  if (isPing(text)) return {"pong"};
  std::vector<Json> answers;
  try {
    const Json question = shallow(text);
    const Json& type = at(question, {"type"});
    if (type == "meta") answers = {message("meta", meta())};
    if (type == "data") answers = data(stop);
    if (type == "click") answers = click(question.at("payload"), stop);
    if (type == "eval") answers = {message("eval", evaluation(question.at("payload"), stop))};
  } catch (const Json::exception&) {  // ignored: the message is of another version, or of another protocol
  } catch (const std::bad_alloc&) {   // ignored: the protocol has no message for missing memory
  }
  std::vector<std::string> texts;
  for (const Json& answer : answers) texts.push_back(answer.dump(-1, ' ', false, Json::error_handler_t::replace));
  return texts;
}

std::string Sterling::nameOf(std::size_t source) const {
  return viewer_.sources().at(source).label;
}

Json Sterling::meta() const {
  Json generators = Json::array();
  for (std::size_t i = 0; i < viewer_.sources().size(); ++i) generators.push_back(nameOf(i));
  return {{"name", "aunit"}, {"views", {"graph", "table", "script"}}, {"evaluator", true}, {"generators", std::move(generators)}};
}

std::optional<Sterling::Datum> Sterling::datumOf(const Json& payload, const char* key) const {
  const Json& id = at(payload, {key});
  if (!id.is_string()) return std::nullopt;
  const std::string& name = id.get_ref<const std::string&>();
  Datum datum;
  const char* const end = name.data() + name.size();
  const auto source = std::from_chars(name.data(), end, datum.source);
  if (source.ec != std::errc() || source.ptr == end || *source.ptr != '-') return std::nullopt;
  const auto index = std::from_chars(source.ptr + 1, end, datum.index);
  if (index.ec != std::errc() || index.ptr != end || datum.source >= viewer_.sources().size()) return std::nullopt;
  const auto& instances = viewer_.sources()[datum.source].instances;
  if (!instances || datum.index >= instances->instances().size()) return std::nullopt;
  return datum;
}

/// The instance that the client showed last, or the first one.
std::vector<Json> Sterling::data(const std::atomic<bool>& stop) {
  if (viewer_.sources().empty()) return {message("data", {{"enter", Json::array()}})};
  if (shown_) return entering(shown_->source, {shown_->index, {}});
  return entering(viewer_.start(), viewer_.first(viewer_.start(), stop));
}

std::vector<Json> Sterling::click(const Json& payload, const std::atomic<bool>& stop) {
  const auto datum = datumOf(payload, "id");
  const Json& generator = at(payload, {"context", "generatorName"});
  const auto& sources = viewer_.sources();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!generator.is_string() || sources[i].label != generator.get_ref<const std::string&>() || (datum && datum->source == i))
      continue;
    return entering(i, viewer_.first(i, stop));
  }
  if (!datum) return data(stop);
  const std::string what = payload.at("onClick").get<std::string>();
  InstanceSource& instances = viewer_.instancesOf(datum->source);
  if (what == "next") return entering(datum->source, instances.next(datum->index, stop));
  for (const Button& button : ofTraces)
    if (what == button.onClick) return entering(datum->source, instances.other(button.part, datum->index, 0, stop));
  return {};
}

Json Sterling::buttons(std::size_t source) const {
  Json all = Json::array();
  const auto& instances = viewer_.sources()[source].instances;
  if (!instances->searches()) return all;
  all.push_back({{"text", "Next"}, {"onClick", "next"}, {"mouseover", "Another instance"}});
  for (const Button& button : ofTraces)
    if (instances->temporal())
      all.push_back({{"text", button.text}, {"onClick", button.onClick}, {"mouseover", button.mouseover}});
  return all;
}

/// Shows the outcome of a search. The protocol cannot say why there is no instance. The datum that was shown last therefore gets
/// a button with the message as its label.
std::vector<Json> Sterling::entering(std::size_t source, const Outcome& outcome) {
  if (!outcome.index) {
    if (!shown_) return {message("data", {{"enter", Json::array()}})};
    Json said = buttons(shown_->source);
    said.push_back({{"text", outcome.message}, {"onClick", "none"}});
    const std::string id = fmt::format("{}-{}", shown_->source, shown_->index);
    return {message("data", {{"update", Json::array({{{"id", id}, {"buttons", std::move(said)}, {"evaluator", true}}})}})};
  }
  shown_ = Datum{source, *outcome.index};
  Json datum = {{"id", fmt::format("{}-{}", source, *outcome.index)},  {"generatorName", nameOf(source)}, {"format", "alloy"},
                {"data", viewer_.text("xml", source, *outcome.index)}, {"buttons", buttons(source)},      {"evaluator", true}};
  return {message("data", {{"enter", Json::array({std::move(datum)})}})};
}

/// Evaluates in the first state, since the protocol does not say which state is shown.
Json Sterling::evaluation(const Json& payload, const std::atomic<bool>& stop) {
  const auto datum = datumOf(payload, "datumId");
  std::string result = "error: there is no such instance";
  if (datum) {
    const model::Instance& instance = viewer_.instancesOf(datum->source).instances()[datum->index];
    const Json answer = viewer_.evaluate(datum->source, instance, 0, payload.at("expression").get<std::string>(), stop);
    result = answer.contains("value") ? answer["value"].get<std::string>() : answer["error"].get<std::string>();
  }
  return {{"id", payload.at("id")}, {"result", result}};
}

}  // namespace aunit::server::view
