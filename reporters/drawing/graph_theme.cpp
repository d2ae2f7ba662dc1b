#include "reporters/drawing/graph_theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace aunit::reporters {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Shape, std::string_view>, 4> shapes = {
    {{Shape::box, "box"}, {Shape::ellipse, "ellipse"}, {Shape::hexagon, "hexagon"}, {Shape::diamond, "diamond"}}};

constexpr double farthestPlace = 100'000;  // limit for a coordinate in a drawing, in points

/// Reads JSON objects. A member of unknown name is an error.
class Reader {
 public:
  explicit Reader(std::string& error) : error_(error) {}

  void read(const Json& json, std::string_view where, GraphTheme::SignatureTheme& look) {
    each(json, where, [&](const std::string& key, const Json& value) {
      if (key == "color") return readColor(value, look.color);
      if (key == "shape") return readShape(value, look.shape);
      if (key == "hidden") return readTruth(value, look.hidden);
      return key == "projected" && readTruth(value, look.projected);
    });
  }
  void read(const Json& json, std::string_view where, GraphTheme::FieldTheme& look) {
    each(json, where, [&](const std::string& key, const Json& value) {
      if (key == "color") return readColor(value, look.color);
      if (key == "hidden") return readTruth(value, look.hidden);
      return key == "inside" && readTruth(value, look.inside);
    });
  }
  void readPlaces(const Json& json, std::string_view where, std::map<std::string, Point>& places) {
    each(json, where, [&](const std::string& key, const Json& value) {
      if (!value.is_array() || value.size() != 2 || !isPlace(value[0]) || !isPlace(value[1])) return false;
      places[key] = {value[0].get<double>(), value[1].get<double>()};
      return true;
    });
  }
  template <class Look>
  void readAll(const Json& json, std::string_view where, std::map<std::string, Look>& looks) {
    each(json, where, [&](const std::string& key, const Json& value) {
      read(value, key, looks[key]);
      return true;
    });
  }
  template <class Take>
  void each(const Json& json, std::string_view where, const Take& take) {
    if (!json.is_object()) return fail(fmt::format("{} is not an object", where));
    for (const auto& [key, value] : json.items())
      if (!take(key, value))
        fail(fmt::format("{} of {} cannot be {}", key, where, value.is_primitive() ? value.dump(-1, ' ', true) : "that"));
  }

 public:
  template <class Truth>
  static bool readTruth(const Json& value, Truth& truth) {
    if (value.is_boolean()) truth = value.get<bool>();
    return value.is_boolean();
  }

 private:
  static bool isPlace(const Json& value) { return value.is_number() && std::abs(value.get<double>()) <= farthestPlace; }
  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
  }
  static bool readColor(const Json& value, std::optional<unsigned>& color) {
    for (unsigned i = 0; i < std::size(graphColors); ++i)
      if (value.is_string() && value.get_ref<const std::string&>() == graphColors[i]) color = i;
    return color.has_value();
  }
  static bool readShape(const Json& value, std::optional<Shape>& shape) {
    for (const auto& [known, name] : shapes)
      if (value.is_string() && value.get_ref<const std::string&>() == name) shape = known;
    return shape.has_value();
  }

  std::string& error_;
};

}  // namespace

std::string signatureName(const model::Model& model, model::SigId id) {
  const model::Sig& sig = model.sig(id);
  if (std::ranges::count(model.sigs(), sig.name, &model::Sig::name) == 1) return sig.name;
  return sig.label.starts_with("this/") ? sig.label.substr(5) : sig.label;
}

std::string fieldName(const model::Model& model, model::FieldId id) {
  return signatureName(model, model.field(id).sig) + "." + model.field(id).name;
}

std::optional<GraphTheme> readTheme(std::string_view json, std::string& error) {
  const Json document = Json::parse(json, nullptr, false);
  GraphTheme theme;
  error = document.is_discarded() ? "this is not JSON" : "";
  Reader reader(error);
  if (error.empty())
    reader.each(document, "the theme", [&](const std::string& key, const Json& value) {
      if (key == "signatures") reader.readAll(value, key, theme.signatures);
      if (key == "fields") reader.readAll(value, key, theme.fields);
      if (key == "places") reader.readPlaces(value, key, theme.places);
      if (key == "library") return Reader::readTruth(value, theme.library);
      return key == "signatures" || key == "fields" || key == "places";
    });
  return error.empty() ? std::optional(std::move(theme)) : std::nullopt;
}

std::string writeTheme(const GraphTheme& theme) {
  Json signatures = Json::object(), fields = Json::object();
  for (const auto& [name, look] : theme.signatures) {
    Json json = Json::object();
    if (look.color) json["color"] = graphColors[*look.color];
    if (look.shape) json["shape"] = std::ranges::find(shapes, *look.shape, [](const auto& each) { return each.first; })->second;
    if (look.hidden) json["hidden"] = *look.hidden;
    if (look.projected) json["projected"] = true;
    if (!json.empty()) signatures[name] = std::move(json);
  }
  for (const auto& [name, look] : theme.fields) {
    Json json = Json::object();
    if (look.color) json["color"] = graphColors[*look.color];
    if (look.hidden) json["hidden"] = true;
    if (look.inside) json["inside"] = true;
    if (!json.empty()) fields[name] = std::move(json);
  }
  Json document = {{"signatures", std::move(signatures)}, {"fields", std::move(fields)}};
  for (const auto& [name, place] : theme.places) document["places"][name] = {std::round(place.x), std::round(place.y)};
  if (theme.library) document["library"] = true;
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<Projection> projections(const model::Model& model, const model::Instance& instance, const GraphTheme& theme,
                                    const std::map<std::string, std::string>& chosen) {
  std::vector<Projection> all;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const std::string name = signatureName(model, id);
    const auto look = theme.signatures.find(name);
    if (!model.isTopLevel(id) || look == theme.signatures.end() || !look->second.projected) continue;
    Projection projection{id, {}, 0};
    for (const model::State& state : instance.states)
      for (const model::Atom atom : state.sigs[id].atoms())
        if (std::ranges::find(projection.atoms, atom) == projection.atoms.end()) projection.atoms.push_back(atom);
    if (!projection.atoms.empty()) projection.atom = projection.atoms.front();
    if (const auto choice = chosen.find(name); choice != chosen.end())
      for (const model::Atom atom : projection.atoms)
        if (instance.universe->name(atom) == choice->second) projection.atom = atom;
    all.push_back(std::move(projection));
  }
  return all;
}

}  // namespace aunit::reporters
