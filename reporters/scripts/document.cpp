#include "reporters/scripts/document.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/steps/state_reads.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters::scripts {

using Json = nlohmann::ordered_json;
using model::SigId;
using strength::scripts::Goal;
using strength::scripts::GoalOutcome;
using strength::scripts::Script;
using strength::scripts::Scripts;
using strength::scripts::ScriptStep;

const char* name(Shape shape) {
  switch (shape) {
    case Shape::single: return "single";
    case Shape::set: return "set";
    case Shape::sequence: return "sequence";
    case Shape::map: return "map";
    case Shape::relation: return "relation";
  }
  return "";
}

namespace {

bool isLibrary(const model::Model& model, SigId sig) {
  return model.modules()[model.sig(sig).module].library;
}

std::string memberOf(const model::LogPath& path) {
  const std::string text = path.text();
  return text.starts_with('.') ? text.substr(1) : text;
}

}  // namespace

ScriptNames::ScriptNames(const model::Model& model, const Scripts& scripts, const model::Log* log)
    : model_(model), scripts_(scripts) {
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (sig.isVar)
      changing_.push_back(relationOf(false, id));
    else if (sig.subset && !isLibrary(model, id) && !sig.isMeta)
      fixed_.push_back(relationOf(false, id));
  }
  for (model::FieldId id = 0; id < model.fields().size(); ++id) {
    const model::Field& field = model.field(id);
    if (field.isVar)
      changing_.push_back(relationOf(true, id));
    else if (!isLibrary(model, field.sig) && !field.isMeta)
      fixed_.push_back(relationOf(true, id));
  }
  for (const auto& action : scripts.actions.actions) actionNames_.push_back(action.name);
  if (!log) return;
  for (const model::LogRelation& stated : log->relations)
    for (Relation& relation : changing_)
      if (relation.id == (relation.isField ? stated.field : stated.sig) && !memberOf(stated.path).empty())
        relation.name = memberOf(stated.path);
  log_.emplace(model, scripts.actions, *log);
  for (std::size_t i = 0; i < actionNames_.size(); ++i)
    if (const auto methods = log_->methods(i); !methods.empty()) actionNames_[i] = methods[0].name;
}

std::string ScriptNames::uniqueName(bool isField, std::uint32_t id) const {
  const std::string& plain = isField ? model_.field(id).name : model_.sig(id).name;
  std::size_t uses = 0;
  for (const model::Sig& sig : model_.sigs()) uses += sig.name == plain && !sig.builtin;
  for (const model::Field& field : model_.fields()) uses += field.name == plain && !isLibrary(model_, field.sig);
  if (uses <= 1) return plain;
  const std::string& label = isField ? model_.field(id).label : model_.sig(id).label;
  return label.starts_with("this/") ? label.substr(5) : label;
}

ScriptNames::Relation ScriptNames::relationOf(bool isField, std::uint32_t id) const {
  Relation relation;
  relation.name = uniqueName(isField, id);
  relation.isField = isField;
  relation.id = id;
  if (!isField) {
    const auto multiplicity = model_.sig(id).multiplicity;
    relation.shape =
        multiplicity == model::Multiplicity::one || multiplicity == model::Multiplicity::lone ? Shape::single : Shape::set;
    relation.columns = {id};
    return relation;
  }
  const model::Field& field = model_.field(id);
  relation.owned = model_.sig(field.sig).multiplicity == model::Multiplicity::one;
  const auto& products = model_.type(field.type).products;
  if (!products.empty()) relation.columns = products[0];
  const model::Expr* bound = field.bound == model::noId ? nullptr : &model_.expr(field.bound);
  bool single = false, sequence = false;
  if (bound && bound->op == model::Op::bound) {
    single = bound->rightMultiplicity == model::Multiplicity::one || bound->rightMultiplicity == model::Multiplicity::lone;
    bound = &model_.expr(model_.child(field.bound, 0));
  }
  sequence = bound && bound->op == model::Op::seqBound;
  const std::size_t columns = field.arity - (relation.owned ? 1u : 0u);
  if (relation.owned && sequence)
    relation.shape = Shape::sequence;
  else if (columns == 1)
    relation.shape = single ? Shape::single : Shape::set;
  else if (columns == 2 && ((!relation.owned && single) || (relation.owned && bound && bound->op == model::Op::product &&
                                                            (bound->rightMultiplicity == model::Multiplicity::one ||
                                                             bound->rightMultiplicity == model::Multiplicity::lone))))
    relation.shape = Shape::map;
  return relation;
}

std::string ScriptNames::action(std::size_t number) const {
  return actionNames_[number];
}

std::vector<std::string> ScriptNames::parameters(std::size_t action) const {
  std::vector<std::string> result;
  for (const model::VarId variable : scripts_.actions.actions[action].variables) result.push_back(model_.variable(variable).name);
  return result;
}

std::vector<LogCalls::Method> ScriptNames::methods() const {
  std::vector<LogCalls::Method> result;
  for (std::size_t i = 0; i < actionNames_.size(); ++i) {
    std::vector<LogCalls::Method> names;
    if (log_) names = log_->methods(i);
    if (names.empty()) names.push_back({actionNames_[i], parameters(i)});
    for (LogCalls::Method& method : names) {
      const auto same = std::ranges::find(result, method.name, &LogCalls::Method::name);
      if (same == result.end())
        result.push_back(std::move(method));
      else if (method.parameters.size() > same->parameters.size())
        same->parameters = std::move(method.parameters);
    }
  }
  return result;
}

LogCalls::LoggedCall ScriptNames::called(const strength::scripts::Call& call, const model::Universe& universe,
                                         const model::State& before) const {
  std::vector<Json> arguments;
  for (const model::TupleSet& each : call.arguments) arguments.push_back(argument(universe, each, before));
  if (log_)
    if (auto found = log_->call(call, arguments, universe, before)) return *found;
  const std::string& name = actionNames_[call.action];
  Json line = log_ ? log_->line(name, arguments) : Json({{"event", name}, {"event_args", arguments}});
  return {name, std::move(arguments), std::move(line)};
}

std::vector<std::pair<model::Span, std::string>> ScriptNames::lost() const {
  return log_ ? log_->lost() : std::vector<std::pair<model::Span, std::string>>();
}

Json ScriptNames::atom(const model::Universe& universe, model::Atom atom, const model::State& state) const {
  if (universe.isInt(atom)) return universe.intValue(atom);
  if (log_ && valuesOf_ != &state) {
    values_ = log_->values(universe, state);
    valuesOf_ = &state;
  }
  for (const auto& [known, value] : values_)
    if (known == atom) return value;
  std::string name = universe.name(atom);
  if (universe.isString(atom)) return name.size() >= 2 ? name.substr(1, name.size() - 2) : name;
  // The atom of a `one` signature or enumeration member has the signature's name.
  for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
    if (model_.sig(id).multiplicity == model::Multiplicity::one && !model_.sig(id).isVar && !model_.sig(id).subset &&
        state.sigs[id].contains(std::span(&atom, 1)) && !isLibrary(model_, id))
      return uniqueName(false, id);
  std::erase(name, '$');
  return name;
}

Json ScriptNames::argument(const model::Universe& universe, const model::TupleSet& value, const model::State& state) const {
  if (value.arity() == 1 && value.sizeUpToTwo() == 1) return atom(universe, value.atoms().front(), state);
  Json list = Json::array();
  value.forEach([&](std::span<const model::Atom> tuple) {
    if (tuple.size() == 1) {
      list.push_back(atom(universe, tuple[0], state));
      return;
    }
    Json row = Json::array();
    for (const model::Atom each : tuple) row.push_back(atom(universe, each, state));
    list.push_back(std::move(row));
  });
  return list;
}

Json ScriptNames::value(const Relation& relation, const model::Universe& universe, const model::State& state) const {
  const model::TupleSet& set = relation.isField ? state.fields[relation.id] : state.sigs[relation.id];
  std::vector<std::vector<model::Atom>> tuples;
  set.forEach(
      [&](std::span<const model::Atom> tuple) { tuples.emplace_back(tuple.begin() + (relation.owned ? 1 : 0), tuple.end()); });
  Shape shape = relation.shape;
  if (shape == Shape::single && tuples.size() > 1) shape = Shape::set;
  if (shape == Shape::map) {
    std::set<model::Atom> keys;
    for (const auto& tuple : tuples)
      if (!keys.insert(tuple[0]).second) shape = Shape::relation;
  }
  if (shape == Shape::single) return tuples.empty() ? Json() : atom(universe, tuples[0][0], state);
  if (shape == Shape::map) {
    Json object = Json::object();
    for (const auto& tuple : tuples) {
      const Json key = atom(universe, tuple[0], state);
      object[key.is_string() ? key.get<std::string>() : key.dump()] = atom(universe, tuple[1], state);
    }
    return object;
  }
  if (shape == Shape::sequence) std::ranges::sort(tuples);
  Json list = Json::array();
  for (const auto& tuple : tuples) {
    if (tuple.size() == 1 || shape == Shape::sequence) {
      list.push_back(atom(universe, tuple.back(), state));
      continue;
    }
    Json row = Json::array();
    for (const model::Atom each : tuple) row.push_back(atom(universe, each, state));
    list.push_back(std::move(row));
  }
  return list;
}

Json ScriptNames::state(const model::Universe& universe, const model::State& state) const {
  Json object = Json::object();
  for (const Relation& relation : changing_) object[relation.name] = value(relation, universe, state);
  return object;
}

Json ScriptNames::atoms(const model::Universe& universe, const model::State& state) const {
  Json object = Json::object();
  for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
    const model::Sig& sig = model_.sig(id);
    const bool constant = sig.isEnum || sig.multiplicity == model::Multiplicity::one ||
                          (!sig.parents.empty() && sig.parents[0] >= model::builtin::count && model_.sig(sig.parents[0]).isEnum);
    if (sig.isVar || sig.subset || sig.isMeta || constant || isLibrary(model_, id)) continue;
    Json list = Json::array();
    for (const model::Atom each : state.sigs[id].atoms()) list.push_back(atom(universe, each, state));
    object[uniqueName(false, id)] = std::move(list);
  }
  return object;
}

// --------------------------------------------------------------------------------------------------------------- documents

Json headOf(const ScriptNames& names, const model::Model& model, const Scripts& scripts, const ScriptOrigin& about) {
  Json actions = Json::array();
  for (const LogCalls::Method& method : names.methods())
    actions.push_back({{"name", method.name}, {"parameters", method.parameters}});
  Json relations = Json::array();
  const auto add = [&](const std::vector<ScriptNames::Relation>& from, bool changes) {
    for (const auto& relation : from) {
      Json columns = Json::array();
      for (std::size_t i = relation.owned ? 1 : 0; i < relation.columns.size(); ++i)
        columns.push_back(model.sig(relation.columns[i]).name);
      relations.push_back(
          {{"name", relation.name}, {"shape", name(relation.shape)}, {"columns", std::move(columns)}, {"changes", changes}});
    }
  };
  add(names.changing(), true);
  add(names.fixed(), false);
  return {{"model", about.model},
          {"command", about.command},
          {"actions", std::move(actions)},
          {"relations", std::move(relations)},
          {"scripts", scripts.scripts.size()},
          {"steps", scripts.steps()},
          {"refused", scripts.refusals()}};
}

namespace {

Json callJson(const ScriptNames& names, const strength::scripts::Call& call, const model::Universe& universe,
              const model::State& state) {
  LogCalls::LoggedCall called = names.called(call, universe, state);
  return {{"action", std::move(called.name)}, {"arguments", std::move(called.arguments)}};
}

Json refusedJson(const ScriptNames& names, const Scripts& scripts, const std::vector<strength::scripts::RefusedCall>& refused,
                 const model::Universe& universe, const model::State& state) {
  Json list = Json::array();
  for (const auto& each : refused) {
    Json call = callJson(names, each.call, universe, state);
    call["guard"] = scripts.actions.actions[each.call.action].guards[each.guard].text;
    list.push_back(std::move(call));
  }
  return list;
}

Json goalTexts(const Scripts& scripts, const std::vector<std::size_t>& goals) {
  Json list = Json::array();
  for (const std::size_t goal : goals) list.push_back(scripts.goals[goal].text);
  return list;
}

}  // namespace

std::string logLineOf(const ScriptNames& names, const strength::scripts::Call& call, const model::Universe& universe,
                      const model::State& state) {
  const std::string line = names.called(call, universe, state).line.dump(-1, ' ', true, Json::error_handler_t::replace);
  return line.substr(0, line.size() - 1);
}

Json scriptOf(const ScriptNames& names, const Scripts& scripts, std::size_t number) {
  const Script& script = scripts.scripts[number];
  const model::Universe& universe = *script.initial.universe;
  Json fixed = Json::object();
  for (const auto& relation : names.fixed()) fixed[relation.name] = names.value(relation, universe, script.initial.states[0]);
  Json steps = Json::array();
  const model::State* before = &script.initial.states[0];
  for (const ScriptStep& step : script.steps) {
    Json line = Json::object();
    if (!step.refused.empty()) line["refused"] = refusedJson(names, scripts, step.refused, universe, *before);
    line.update(callJson(names, step.call, universe, *before));
    if (names.hasLog()) line["log"] = names.called(step.call, universe, *before).line;
    line["state"] = names.state(universe, step.after);
    if (!step.others.empty()) {
      Json others = Json::array();
      for (const model::State& other : step.others) others.push_back(names.state(universe, other));
      line["or"] = std::move(others);
    }
    if (!step.goals.empty()) line["covers"] = goalTexts(scripts, step.goals);
    steps.push_back(std::move(line));
    before = &step.after;
  }
  Json json = {{"script", number + 1},
               {"atoms", names.atoms(universe, script.initial.states[0])},
               {"fixed", std::move(fixed)},
               {"state", names.state(universe, script.initial.states[0])},
               {"covers", goalTexts(scripts, script.goals)},
               {"steps", std::move(steps)}};
  if (!script.refusedAtEnd.empty()) json["refused"] = refusedJson(names, scripts, script.refusedAtEnd, universe, *before);
  return json;
}

Json goalOf(const Scripts& scripts, std::size_t number) {
  const Goal& goal = scripts.goals[number];
  const GoalOutcome& outcome = scripts.outcomes[number];
  Json json = {
      {"goal", goal.text}, {"kind", strength::scripts::name(goal.kind)}, {"outcome", strength::scripts::name(outcome.is)}};
  if (outcome.is == GoalOutcome::Status::met) {
    json["script"] = outcome.script + 1;
    json["step"] = outcome.step;
  }
  if (outcome.is == GoalOutcome::Status::impossibleInSteps) json["steps"] = scripts.scope.maxSteps;
  if (!outcome.why.empty()) json["why"] = outcome.why;
  return json;
}

std::string jsonLines(const ScriptNames& names, const model::Model& model, const Scripts& scripts, const ScriptOrigin& about) {
  std::string text;
  const auto add = [&](const Json& line) { text += line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; };
  add(headOf(names, model, scripts, about));
  for (std::size_t i = 0; i < scripts.scripts.size(); ++i) add(scriptOf(names, scripts, i));
  for (std::size_t g = 0; g < scripts.goals.size(); ++g)
    if (scripts.goals[g].kind != Goal::Kind::state) add(goalOf(scripts, g));
  return text;
}

std::string jsonLines(const ScriptNames& names, const model::Model& model, const strength::scripts::Inputs& inputs,
                      const ScriptOrigin& about) {
  Json relations = headOf(names, model, Scripts(), about)["relations"];
  std::string text;
  const auto add = [&](const Json& line) { text += line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; };
  add({{"model", about.model},
       {"command", about.command},
       {"relations", std::move(relations)},
       {"inputs", inputs.instances.size()}});
  for (std::size_t i = 0; i < inputs.instances.size(); ++i) {
    const model::Universe& universe = *inputs.instances[i].universe;
    const model::State& state = inputs.instances[i].states[0];
    Json fixed = Json::object();
    for (const auto& relation : names.fixed()) fixed[relation.name] = names.value(relation, universe, state);
    add({{"input", i + 1}, {"atoms", names.atoms(universe, state)}, {"fixed", std::move(fixed)}});
  }
  return text;
}

std::string summary(const Scripts& scripts, bool all) {
  using Status = GoalOutcome::Status;
  std::string text = fmt::format("{} with {} and {}\n", support::plural(scripts.scripts.size(), "script"),
                                 support::plural(scripts.steps(), "step"), support::plural(scripts.refusals(), "refused call"));
  const std::size_t wanted = scripts.goals.size() - scripts.count(Status::notWanted);
  text += fmt::format("{} of {} met", scripts.count(Status::met), support::plural(wanted, "goal"));
  if (const std::size_t count = scripts.count(Status::impossible)) text += fmt::format(", {} impossible", count);
  if (const std::size_t count = scripts.count(Status::impossibleInSteps))
    text += fmt::format(", {} impossible in behaviours of up to {} states", count, scripts.scope.maxSteps);
  if (const std::size_t count = scripts.count(Status::unknown)) text += fmt::format(", {} unknown", count);
  text += "\n";
  for (std::size_t g = 0; g < scripts.goals.size(); ++g) {
    const Status is = scripts.outcomes[g].is;
    const bool named = is == Status::unknown || (all && (is == Status::impossible || is == Status::impossibleInSteps));
    if (!named) continue;
    const std::string outcome = is == Status::impossibleInSteps
                                    ? fmt::format("impossible in up to {} states", scripts.scope.maxSteps)
                                    : strength::scripts::name(is);
    text += fmt::format("  goal \"{}\": {}{}\n", support::oneLine(scripts.goals[g].text), outcome,
                        scripts.outcomes[g].why.empty() ? "" : fmt::format(" ({})", support::oneLine(scripts.outcomes[g].why)));
  }
  if (scripts.deadEnds > 0)
    text +=
        fmt::format("{} from which no behaviour continues; no script leads there\n", support::plural(scripts.deadEnds, "state"));
  return text;
}

}  // namespace aunit::reporters::scripts
