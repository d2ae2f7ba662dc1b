#include "model/instances/instance_json.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/instances/instance_names.h"
#include "model/instances/json_document.h"

namespace aunit::model {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t mostAtoms = 1'000'000;

// Reads a document. Stops at the first error.
class JsonReader {
 public:
  JsonReader(const Model& model, FileId file, Diagnostics& diagnostics)
      : model_(model), names_(model), file_(file), diagnostics_(diagnostics) {}

  std::optional<Instance> read(const Json& document);

 private:
  bool onlyKeys(const Json& object, const std::string& at, std::initializer_list<const char*> keys);
  std::optional<int> number(const Json& object, const char* key, int least, int most);
  std::optional<std::vector<std::string>> names(const Json& object, const char* key);
  bool readUniverse(const Json& document);
  bool readSkolems(const Json& document);
  bool readState(const Json& json, const std::string& at, State& state);
  bool readTuples(const Json& json, const std::string& at, TupleSet& set);
  std::optional<Atom> atom(const Json& json, const std::string& at);
  support::Failure fail(const std::string& at, const std::string& message, std::vector<std::string> hints = {});

  const Model& model_;
  InstanceNames names_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::shared_ptr<const Universe> universe_;
  std::vector<Skolem> skolems_;
};

support::Failure JsonReader::fail(const std::string& at, const std::string& message, std::vector<std::string> hints) {
  return diagnostics_.fail("instance", {file_, 0, 0}, at.empty() ? message : fmt::format("at {}: {}", at, message),
                           std::move(hints));
}

std::optional<Instance> JsonReader::read(const Json& document) {
  if (!document.is_object()) return fail("", "an instance must be a JSON object");
  if (!onlyKeys(document, "", {"bitwidth", "maxSequence", "atoms", "strings", "loop", "skolems", "states"})) return std::nullopt;
  const auto maxSequence = number(document, "maxSequence", 0, 1 << widestIntegersInFiles);
  if (!maxSequence || !readUniverse(document) || !readSkolems(document)) return std::nullopt;
  const auto states = document.find("states");
  if (states == document.end() || !states->is_array() || states->empty())
    return fail("/states", "there must be a list of at least one state");
  Instance instance = emptyInstance(model_, universe_, states->size(), skolems_);
  instance.maxSequence = *maxSequence;
  if (document.contains("loop")) {
    const auto loop = number(document, "loop", 0, static_cast<int>(states->size()) - 1);
    if (!loop) return std::nullopt;
    instance.loop = static_cast<std::uint32_t>(*loop);
  } else if (states->size() > 1) {
    return fail("/loop", "a trace of several states must say which state follows the last one");
  }
  for (std::size_t i = 0; i < states->size(); ++i)
    if (!readState((*states)[i], fmt::format("/states/{}", i), instance.states[i])) return std::nullopt;
  return instance;
}

bool JsonReader::onlyKeys(const Json& object, const std::string& at, std::initializer_list<const char*> keys) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::string near = didYouMean(key, {keys.begin(), keys.end()});
    return fail(fmt::format("{}/{}", at, key), "unknown member", near.empty() ? std::vector<std::string>{} : std::vector{near});
  }
  return true;
}

std::optional<int> JsonReader::number(const Json& object, const char* key, int least, int most) {
  const auto found = object.find(key);
  if (found != object.end() && found->is_number_integer()) {
    const auto value = found->get<std::int64_t>();
    if (value >= least && value <= most && !(found->is_number_unsigned() && found->get<std::uint64_t>() > 0x7fffffff))
      return static_cast<int>(value);
  }
  return fail(fmt::format("/{}", key), fmt::format("there must be a number from {} to {}", least, most));
}

std::optional<std::vector<std::string>> JsonReader::names(const Json& object, const char* key) {
  std::vector<std::string> out;
  const auto found = object.find(key);
  if (found == object.end()) return out;
  const bool isList = found->is_array() && std::all_of(found->begin(), found->end(), [](const Json& e) { return e.is_string(); });
  if (!isList || found->size() > mostAtoms) return fail(fmt::format("/{}", key), "there must be a list of names");
  for (const Json& name : *found) out.push_back(name.get<std::string>());
  return out;
}

bool JsonReader::readUniverse(const Json& document) {
  const auto bitwidth = number(document, "bitwidth", 0, widestIntegersInFiles);
  if (!bitwidth) return false;
  const auto atoms = names(document, "atoms"), strings = names(document, "strings");
  if (!atoms || !strings) return false;
  std::unordered_set<std::string> seen;
  const Universe integers({}, {}, *bitwidth);
  for (Atom a = 0; a < integers.size(); ++a) seen.insert(integers.name(a));
  for (const auto* list : {&*atoms, &*strings})
    for (const std::string& name : *list)
      if (name.empty() || !seen.insert(name).second) return fail("/atoms", fmt::format("two atoms are named \"{}\"", name));
  universe_ = std::make_shared<Universe>(*atoms, *strings, *bitwidth);
  return true;
}

bool JsonReader::readSkolems(const Json& document) {
  const auto found = document.find("skolems");
  if (found == document.end()) return true;
  if (!found->is_array()) return fail("/skolems", "there must be a list");
  for (std::size_t i = 0; i < found->size(); ++i) {
    const Json& skolem = (*found)[i];
    const std::string at = fmt::format("/skolems/{}", i);
    const auto usable = [&] {
      if (!skolem.is_object()) return false;
      const auto name = skolem.find("name"), arity = skolem.find("arity");
      return name != skolem.end() && name->is_string() && arity != skolem.end() && arity->is_number_unsigned() &&
             arity->get<std::uint64_t>() >= 1 && arity->get<std::uint64_t>() <= 32;
    };
    if (!usable()) return fail(at, "a skolem constant must have a `name` and an `arity` from 1 to 32");
    skolems_.push_back({skolem["name"].get<std::string>(), skolem["arity"].get<std::uint8_t>()});
    for (std::size_t j = 0; j < i; ++j)
      if (skolems_[j].name == skolems_[i].name) return fail(at, fmt::format("`{}` occurs twice", skolems_[i].name));
  }
  return true;
}

bool JsonReader::readState(const Json& json, const std::string& at, State& state) {
  if (!json.is_object()) return fail(at, "a state must be an object");
  if (!onlyKeys(json, at, {"sigs", "fields", "skolems", "actions"})) return false;
  for (const auto& [part, content] : json.items()) {
    if (part == "actions") continue;
    const std::string in = fmt::format("{}/{}", at, part);
    if (!content.is_object()) return fail(in, "there must be an object");
    for (const auto& [label, tuples] : content.items()) {
      const std::string here = fmt::format("{}/{}", in, label);
      if (part == "sigs") {
        const auto sig = names_.sig(label);
        if (!sig) return fail(here, fmt::format("the model has no signature `{}`", label), names_.hintsForSig(label));
        if (model_.sig(*sig).builtin) return fail(here, fmt::format("`{}` is built in, so a file cannot state its value", label));
        if (!tuples.is_array()) return fail(here, "there must be a list of atoms");
        std::vector<Atom> atoms;
        for (const Json& element : tuples) {
          const auto found = atom(element, here);
          if (!found) return false;
          atoms.push_back(*found);
        }
        state.sigs[*sig].insertAll(atoms);
      } else if (part == "fields") {
        const auto field = names_.field(label);
        if (!field) return fail(here, fmt::format("the model has no field `{}`", label), names_.hintsForField(label));
        if (!readTuples(tuples, here, state.fields[*field])) return false;
      } else {
        const auto found = std::ranges::find(skolems_, label, &Skolem::name);
        if (found == skolems_.end()) return fail(here, fmt::format("the `skolems` of the document do not declare `{}`", label));
        if (!readTuples(tuples, here, state.skolems[static_cast<std::size_t>(found - skolems_.begin())])) return false;
      }
    }
  }
  if (const auto shared = addAtomsToAncestors(model_, *universe_, state)) return fail(at, *shared);
  return true;
}

bool JsonReader::readTuples(const Json& json, const std::string& at, TupleSet& set) {
  if (!json.is_array()) return fail(at, "there must be a list of tuples");
  std::vector<Atom> tuples;
  for (const Json& element : json) {
    if (!element.is_array() || element.size() != set.arity())
      return fail(at, fmt::format("each tuple must be a list of {} atoms", set.arity()));
    for (const Json& column : element) {
      const auto found = atom(column, at);
      if (!found) return false;
      tuples.push_back(*found);
    }
  }
  set.insertAll(tuples);
  return true;
}

std::optional<Atom> JsonReader::atom(const Json& json, const std::string& at) {
  std::string name;
  if (json.is_string())
    name = json.get<std::string>();
  else if (json.is_number_integer())
    name = json.dump();
  else
    return fail(at, "an atom must be the text of its name");
  const auto found = universe_->find(name);
  if (!found) fail(at, fmt::format("there is no atom \"{}\"", name));
  return found;
}

}  // namespace

std::optional<Instance> readInstanceJson(const Model& model, std::string path, std::string text, SourceMap& sources,
                                         Diagnostics& diagnostics) {
  const FileId file = sources.add(std::move(path), std::move(text));
  const std::string& source = sources.file(file).text();
  return readDocument<Json>(file, source, diagnostics,
                            [&](const Json& document) { return JsonReader(model, file, diagnostics).read(document); });
}

std::string writeInstanceJson(const Model& model, const Instance& instance,
                              const std::vector<std::optional<std::vector<std::string>>>& actions) {
  const Universe& universe = *instance.universe;
  const auto tuplesOf = [&](const TupleSet& set) {
    Json out = Json::array();
    set.forEach([&](std::span<const Atom> tuple) {
      Json names = Json::array();
      for (const Atom a : tuple) names.push_back(universe.name(a));
      out.push_back(std::move(names));
    });
    return out;
  };
  const auto atomsOf = [&](Atom first, Atom last) {
    Json out = Json::array();
    for (Atom a = first; a < last; ++a) out.push_back(universe.name(a));
    return out;
  };
  Json document = Json::object();
  document["bitwidth"] = universe.bitwidth();
  document["maxSequence"] = instance.maxSequence;
  document["atoms"] = atomsOf(0, universe.firstString());
  document["strings"] = atomsOf(universe.firstString(), universe.firstInt());
  document["loop"] = instance.loop;
  document["skolems"] = Json::array();
  for (const Skolem& skolem : instance.skolems) document["skolems"].push_back({{"name", skolem.name}, {"arity", skolem.arity}});
  document["states"] = Json::array();
  for (const State& state : instance.states) {
    Json sigs = Json::object(), fields = Json::object(), skolems = Json::object();
    for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
      Json atoms = Json::array();
      for (const Atom a : state.sigs[id].atoms()) atoms.push_back(universe.name(a));
      sigs[model.sig(id).label] = std::move(atoms);
    }
    for (FieldId id = 0; id < model.fields().size(); ++id)
      fields[model.sig(model.field(id).sig).label + "." + model.field(id).name] = tuplesOf(state.fields[id]);
    for (std::size_t i = 0; i < instance.skolems.size(); ++i) skolems[instance.skolems[i].name] = tuplesOf(state.skolems[i]);
    document["states"].push_back({{"sigs", std::move(sigs)}, {"fields", std::move(fields)}, {"skolems", std::move(skolems)}});
    if (const std::size_t number = document["states"].size() - 1; number < actions.size())
      document["states"].back()["actions"] = actions[number] ? Json(*actions[number]) : Json();
  }
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace aunit::model
