#include "model/instances/instance_itf.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/instances/instance_names.h"
#include "model/instances/json_document.h"

namespace aunit::model {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t mostValues = 2'000'000;
constexpr int deepestValue = 100;
constexpr int usualBitwidth = 4;
constexpr int usualSequence = 4;

/// Names of ITF variables: the name of the signature or field if it is unique. Otherwise, a signature has its label, and a field
/// has the label of its signature, a dot and its own name.
class ItfNames {
 public:
  explicit ItfNames(const Model& model) : model_(model) {
    for (SigId id = builtin::count; id < model.sigs().size(); ++id) ++uses_[model.sig(id).name];
    for (const Field& field : model.fields()) ++uses_[field.name];
  }
  bool isShown(SigId id) const { return !model_.sig(id).isMeta; }
  bool isFieldShown(FieldId id) const { return !model_.field(id).isMeta; }
  std::string ofSig(SigId id) const { return uses_.at(model_.sig(id).name) == 1 ? model_.sig(id).name : model_.sig(id).label; }
  std::string ofField(FieldId id) const {
    const Field& field = model_.field(id);
    return uses_.at(field.name) == 1 ? field.name : model_.sig(field.sig).label + "." + field.name;
  }

 private:
  const Model& model_;
  std::unordered_map<std::string, int> uses_;
};

Json leaf(const Universe& universe, Atom atom) {
  if (universe.isInt(atom)) return {{"#bigint", universe.name(atom)}};
  return universe.name(atom);
}

Json setOf(const Universe& universe, const TupleSet& set) {
  Json list = Json::array();
  set.forEach([&](std::span<const Atom> tuple) {
    if (tuple.size() == 1) {
      list.push_back(leaf(universe, tuple[0]));
      return;
    }
    Json columns = Json::array();
    for (const Atom atom : tuple) columns.push_back(leaf(universe, atom));
    list.push_back({{"#tup", std::move(columns)}});
  });
  return {{"#set", std::move(list)}};
}

/// One column of a tuple in a file: a text or an integer.
struct ItfLeaf {
  std::string text;
  bool integer = false;
};
using ItfTuple = std::vector<ItfLeaf>;

class ItfReader {
 public:
  ItfReader(const Model& model, FileId file, Diagnostics& diagnostics)
      : model_(model), names_(model), labels_(model), file_(file), diagnostics_(diagnostics) {}

  std::optional<Instance> read(const Json& document) {
    const auto vars = document.find("vars"), states = document.find("states");
    if (vars == document.end() || !vars->is_array() ||
        !std::ranges::all_of(*vars, [](const Json& each) { return each.is_string(); }))
      return fail("/vars", "there must be a list of names");
    if (states == document.end() || !states->is_array() || states->empty())
      return fail("/states", "there must be a list of at least one state");
    for (const Json& name : *vars)
      if (!findVariable(name.get<std::string>())) return std::nullopt;
    std::size_t loop = states->size() - 1;
    if (const auto found = document.find("loop"); found != document.end() && !found->is_null()) {
      if (!found->is_number_unsigned() || found->get<std::uint64_t>() >= states->size())
        return fail("/loop", fmt::format("there must be a number from 0 to {}", states->size() - 1));
      loop = found->get<std::size_t>();
    }
    std::vector<std::map<std::string, std::vector<ItfTuple>>> values(states->size());
    for (std::size_t i = 0; i < states->size(); ++i) {
      const Json& state = (*states)[i];
      const std::string at = fmt::format("/states/{}", i);
      if (!state.is_object()) return fail(at, "a state must be an object");
      for (const auto& [name, value] : state.items()) {
        if (name.starts_with("#") || name.starts_with("mbt::")) continue;
        if (!variables_.contains(name)) return fail(at + "/" + name, "`vars` does not declare this variable");
        if (!tuples(value, at + "/" + name, values[i][name], 0)) return std::nullopt;
      }
      for (const auto& [name, variable] : variables_)
        if (!values[i].contains(name)) return fail(at, fmt::format("this state has no value of {}", name));
    }
    if (!makeUniverse(document, values)) return std::nullopt;
    Instance instance = emptyInstance(model_, universe_, states->size(), {});
    instance.maxSequence = maxSequence_;
    instance.loop = static_cast<std::uint32_t>(loop);
    for (std::size_t i = 0; i < states->size(); ++i)
      if (!fill(values[i], fmt::format("/states/{}", i), instance.states[i])) return std::nullopt;
    spread(instance);
    for (std::size_t i = 0; i < states->size(); ++i)
      if (const auto shared = addAtomsToAncestors(model_, *universe_, instance.states[i]))
        return fail(fmt::format("/states/{}", i), *shared);
    return instance;
  }

 private:
  struct Variable {
    bool isField = false;
    std::uint32_t id = noId;
  };

  support::Failure fail(const std::string& at, const std::string& message, std::vector<std::string> hints = {}) {
    return diagnostics_.fail("instance", {file_, 0, 0}, fmt::format("at {}: {}", at, message), std::move(hints));
  }

  bool findVariable(const std::string& name) {
    if (name.starts_with("mbt::")) return true;
    std::vector<std::string> known;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      if (!names_.isShown(id)) continue;
      known.push_back(names_.ofSig(id));
      if (known.back() == name) return variables_.emplace(name, Variable{false, id}), true;
    }
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      if (!names_.isFieldShown(id)) continue;
      known.push_back(names_.ofField(id));
      if (known.back() == name) return variables_.emplace(name, Variable{true, id}), true;
    }
    if (const auto sig = labels_.sig(name)) return variables_.emplace(name, Variable{false, *sig}), true;
    if (const auto field = labels_.field(name)) return variables_.emplace(name, Variable{true, *field}), true;
    const std::string near = didYouMean(name, known);
    return fail("/vars", fmt::format("the model has no signature or field `{}`", name),
                near.empty() ? std::vector<std::string>{} : std::vector{near});
  }

  std::optional<ItfLeaf> scalar(const Json& value) {
    if (value.is_string()) return ItfLeaf{value.get<std::string>(), false};
    if (value.is_number_integer()) return ItfLeaf{value.dump(), true};
    if (value.is_boolean()) return ItfLeaf{value.dump(), false};
    if (value.is_object() && value.size() == 1 && value.contains("#bigint") && value["#bigint"].is_string()) {
      const std::string text = value["#bigint"].get<std::string>();
      const std::size_t digits = text.starts_with('-') ? 1 : 0;
      if (text.size() > digits && text.find_first_not_of("0123456789", digits) == std::string::npos) return ItfLeaf{text, true};
    }
    return std::nullopt;
  }

  /// Converts `value` to tuples. `at` is the path of `value`, for messages.
  bool tuples(const Json& value, const std::string& at, std::vector<ItfTuple>& out, int depth) {
    if (++values_ > mostValues || depth > deepestValue) return fail(at, "this value is too large");
    if (const auto one = scalar(value)) return out.push_back({*one}), true;
    const auto each = [&](const Json& list, bool numbered) {
      std::size_t number = 0;
      for (const Json& element : list) {
        std::vector<ItfTuple> inner;
        if (!tuples(element, at, inner, depth + 1)) return false;
        for (ItfTuple& tuple : inner) {
          if (numbered) tuple.insert(tuple.begin(), ItfLeaf{std::to_string(number), true});
          out.push_back(std::move(tuple));
        }
        ++number;
      }
      return true;
    };
    if (value.is_array()) return each(value, true);
    if (value.is_object() && value.size() == 1) {
      const std::string& key = value.begin().key();
      const Json& content = value.begin().value();
      if (key == "#set" && content.is_array()) return each(content, false);
      if (key == "#tup" && content.is_array()) {
        ItfTuple tuple;
        for (const Json& column : content) {
          const auto one = scalar(column);
          if (!one) return fail(at, "a column of a tuple must be a text or a number");
          tuple.push_back(*one);
        }
        return out.push_back(std::move(tuple)), true;
      }
      if (key == "#map" && content.is_array()) {
        for (const Json& pair : content) {
          if (!pair.is_array() || pair.size() != 2) return fail(at, "a map must be a list of pairs");
          std::vector<ItfTuple> from, to;
          if (!tuples(pair[0], at, from, depth + 1) || !tuples(pair[1], at, to, depth + 1)) return false;
          for (const ItfTuple& key2 : from)
            for (const ItfTuple& image : to) {
              if (++values_ > mostValues) return fail(at, "this value is too large");
              out.push_back(key2);
              out.back().insert(out.back().end(), image.begin(), image.end());
            }
        }
        return true;
      }
      if (key == "#unserializable") return fail(at, "the tool that wrote this file could not write the value");
    }
    const auto isOwn = [&] {
      for (const auto& item : value.items())
        if (item.key().starts_with('#')) return true;
      return false;
    };
    if (value.is_object() && !isOwn()) {
      for (const auto& [key, content] : value.items()) {
        std::vector<ItfTuple> inner;
        if (!tuples(content, at, inner, depth + 1)) return false;
        for (ItfTuple& tuple : inner) {
          tuple.insert(tuple.begin(), ItfLeaf{key, false});
          out.push_back(std::move(tuple));
        }
      }
      return true;
    }
    return fail(at, "this is not a value of ITF");
  }

  bool makeUniverse(const Json& document, const std::vector<std::map<std::string, std::vector<ItfTuple>>>& values) {
    std::vector<std::string> atoms, strings;
    int bitwidth = usualBitwidth;
    maxSequence_ = usualSequence;
    const auto meta = document.find("#meta");
    const Json* own = meta != document.end() && meta->is_object() && meta->contains("aunit") ? &(*meta)["aunit"] : nullptr;
    const auto list = [&](const char* key, std::vector<std::string>& into) -> bool {
      if (!own->contains(key)) return true;
      if (!(*own)[key].is_array() || !std::ranges::all_of((*own)[key], [](const Json& e) { return e.is_string(); }))
        return fail(fmt::format("/#meta/aunit/{}", key), "there must be a list of names");
      for (const Json& name : (*own)[key]) into.push_back(name.get<std::string>());
      return true;
    };
    const auto number = [&](const char* key, int most, int& into) -> bool {
      if (!own->contains(key)) return true;
      const Json& value = (*own)[key];
      if (!value.is_number_unsigned() || value.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
        return fail(fmt::format("/#meta/aunit/{}", key), fmt::format("there must be a number from 0 to {}", most));
      into = value.get<int>();
      return true;
    };
    if (own && !own->is_object()) return fail("/#meta/aunit", "there must be an object");
    if (own && (!list("atoms", atoms) || !list("strings", strings) || !number("bitwidth", widestIntegersInFiles, bitwidth) ||
                !number("maxSequence", 1 << widestIntegersInFiles, maxSequence_)))
      return false;
    std::set<std::string> known(atoms.begin(), atoms.end());
    known.insert(strings.begin(), strings.end());
    if (known.size() != atoms.size() + strings.size() || known.contains(""))
      return fail("/#meta/aunit/atoms", "two atoms have the same name, or an atom has an empty name");
    for (const auto& state : values)
      for (const auto& [name, tuples] : state)
        for (const ItfTuple& tuple : tuples)
          for (const ItfLeaf& each : tuple) {
            if (each.integer) {
              while (bitwidth < widestIntegersInFiles && !own && !fits(each.text, bitwidth)) ++bitwidth;
              if (!fits(each.text, bitwidth))
                return fail("/states", fmt::format("{} needs more than {} bits", each.text, bitwidth));
            } else if (!known.contains(each.text)) {
              if (own) return fail("/states", fmt::format("there is no atom \"{}\"", each.text));
              if (each.text.empty()) return fail("/states", "an atom has an empty name");
              known.insert(each.text);
              atoms.push_back(each.text);
            }
          }
    if (!own)  // the file may omit `one` signatures: adds their atoms
      for (const auto& [name, sig] : singleSigs())
        if (known.insert(name).second) atoms.push_back(name);
    const Universe integers({}, {}, bitwidth);
    for (Atom a = 0; a < integers.size(); ++a)
      if (known.contains(integers.name(a)))
        return fail("/states", fmt::format("the text \"{}\" cannot name an atom, because it is an integer", integers.name(a)));
    universe_ = std::make_shared<Universe>(std::move(atoms), std::move(strings), bitwidth);
    return true;
  }
  /// By name: the `one` signatures (including members of enumerations) that the file does not state. Each has one atom, which has
  /// the name of the signature.
  std::map<std::string, SigId> singleSigs() const {
    std::map<std::string, SigId> single;
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
      const bool stated =
          std::ranges::any_of(variables_, [&](const auto& each) { return !each.second.isField && each.second.id == id; });
      if (model_.sig(id).multiplicity == Multiplicity::one && !stated && !model_.modules()[model_.sig(id).module].library)
        single.emplace(model_.sig(id).name, id);
    }
    return single;
  }
  static bool fits(const std::string& text, int bitwidth) {
    if (text.size() > 9 || bitwidth == 0) return false;
    const long value = std::stol(text);
    return value >= -(1L << (bitwidth - 1)) && value < (1L << (bitwidth - 1));
  }

  bool fill(const std::map<std::string, std::vector<ItfTuple>>& values, const std::string& at, State& state) {
    for (const auto& [name, tuples] : values) {
      const Variable& variable = variables_.at(name);
      TupleSet& set = variable.isField ? state.fields[variable.id] : state.sigs[variable.id];
      for (const ItfTuple& tuple : tuples) {
        std::vector<Atom> columns;
        for (const ItfLeaf& each : tuple)
          columns.push_back(*universe_->find(each.integer ? std::to_string(std::stol(each.text)) : each.text));
        // In tuples of a field of a `one` signature, the file may omit the signature's atom, i.e. the first column.
        if (columns.size() + 1 == set.arity() && variable.isField &&
            model_.sig(model_.field(variable.id).sig).multiplicity == Multiplicity::one) {
          const auto owners = universe_->find(model_.sig(model_.field(variable.id).sig).name);
          const std::string atom = model_.sig(model_.field(variable.id).sig).name + "$0";
          const auto numbered = universe_->find(atom);
          if (owners || numbered) columns.insert(columns.begin(), owners ? *owners : *numbered);
        }
        if (columns.size() != set.arity())
          return fail(at + "/" + name,
                      fmt::format("each tuple must have {} columns, but this one has {}", set.arity(), columns.size()));
        set.insert(columns);
      }
    }
    return true;
  }

  /// For each signature that the file does not state: adds the atoms that occur in columns of the signature's type.
  void spread(Instance& instance) {
    std::set<SigId> stated;
    for (const auto& [name, variable] : variables_)
      if (!variable.isField) stated.insert(variable.id);
    const std::map<std::string, SigId> single = singleSigs();
    for (const auto& [name, sig] : single)
      if (const auto atom = universe_->find(name))
        for (State& state : instance.states) state.sigs[sig].insert(std::span(&*atom, 1));
    const auto put = [&](std::size_t state, SigId sig, Atom atom) {
      if (!universe_->isInt(atom))
        if (const auto own = single.find(universe_->name(atom)); own != single.end()) sig = own->second;
      if (sig < builtin::count || stated.contains(sig)) return;
      for (std::size_t i = 0; i < instance.states.size(); ++i)
        if (i == state || !model_.sig(sig).isVar) instance.states[i].sigs[sig].insert(std::span(&atom, 1));
    };
    for (std::size_t i = 0; i < instance.states.size(); ++i)
      for (FieldId id = 0; id < model_.fields().size(); ++id) {
        const auto& products = model_.type(model_.field(id).type).products;
        if (products.empty()) continue;
        const TupleSet set = instance.states[i].fields[id];
        set.forEach([&](std::span<const Atom> tuple) {
          for (std::size_t c = 0; c < tuple.size() && c < products[0].size(); ++c) put(i, products[0][c], tuple[c]);
        });
      }
  }

  const Model& model_;
  const ItfNames names_;
  const InstanceNames labels_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::map<std::string, Variable> variables_;
  std::shared_ptr<const Universe> universe_;
  int maxSequence_ = usualSequence;
  std::size_t values_ = 0;
};

}  // namespace

std::string writeInstanceItf(const Model& model, const Instance& instance, std::span<const ItfStep> steps) {
  const Universe& universe = *instance.universe;
  const ItfNames names(model);
  const auto list = [&](Atom first, Atom last) {
    Json out = Json::array();
    for (Atom a = first; a < last; ++a) out.push_back(universe.name(a));
    return out;
  };
  Json document = Json::object();
  document["#meta"] = {{"format", "ITF"},
                       {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
                       {"aunit",
                        {{"bitwidth", universe.bitwidth()},
                         {"maxSequence", instance.maxSequence},
                         {"atoms", list(0, universe.firstString())},
                         {"strings", list(universe.firstString(), universe.firstInt())}}}};
  Json vars = Json::array();
  for (SigId id = builtin::count; id < model.sigs().size(); ++id)
    if (names.isShown(id)) vars.push_back(names.ofSig(id));
  for (FieldId id = 0; id < model.fields().size(); ++id)
    if (names.isFieldShown(id)) vars.push_back(names.ofField(id));
  if (!steps.empty()) vars.insert(vars.end(), {"mbt::actionTaken", "mbt::nondetPicks"});
  document["vars"] = std::move(vars);
  document["states"] = Json::array();
  for (std::size_t i = 0; i < instance.states.size(); ++i) {
    Json state = {{"#meta", {{"index", i}}}};
    for (SigId id = builtin::count; id < model.sigs().size(); ++id)
      if (names.isShown(id)) state[names.ofSig(id)] = setOf(universe, instance.states[i].sigs[id]);
    for (FieldId id = 0; id < model.fields().size(); ++id)
      if (names.isFieldShown(id)) state[names.ofField(id)] = setOf(universe, instance.states[i].fields[id]);
    if (!steps.empty()) {
      const ItfStep none{"", {}};
      const ItfStep& step = i < steps.size() ? steps[i] : none;
      state["mbt::actionTaken"] = step.action;
      Json picks = Json::object();
      for (const auto& [name, value] : step.picks)
        picks[name] = {{"tag", "Some"},
                       {"value", value.arity() == 1 && value.sizeUpToTwo() == 1 ? leaf(universe, value.atoms().front())
                                                                                : setOf(universe, value)}};
      state["mbt::nondetPicks"] = std::move(picks);
    }
    document["states"].push_back(std::move(state));
  }
  if (instance.states.size() > 1 || model.hasMutable()) document["loop"] = instance.loop;
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool looksLikeItf(std::string_view text) {
  // ITF has a member "vars"; our own form has "sigs" or "fields". A text may also contain the names of the other form, but later,
  // inside a value. So the name that occurs first decides.
  const std::size_t vars = text.find("\"vars\""), own = std::min(text.find("\"sigs\""), text.find("\"fields\""));
  return vars != std::string_view::npos && vars < own;
}

std::optional<Instance> readInstanceItf(const Model& model, std::string path, std::string text, SourceMap& sources,
                                        Diagnostics& diagnostics) {
  const FileId file = sources.add(std::move(path), std::move(text));
  const std::string& source = sources.file(file).text();
  return readDocument<Json>(file, source, diagnostics,
                            [&](const Json& document) { return ItfReader(model, file, diagnostics).read(document); });
}

}  // namespace aunit::model
