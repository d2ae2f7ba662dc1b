#include "reporters/scripts/script_lines.h"

#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/visible.h"

namespace aunit::reporters::scripts {

using Json = nlohmann::ordered_json;
using strength::scripts::Script;
using strength::scripts::Scripts;
using strength::scripts::ScriptStep;

namespace {

std::string textOf(const Json& value) {
  if (value.is_string()) return support::oneLine(value.get<std::string>());
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& each : value) text += (text.empty() ? "" : ",") + textOf(each);
  return text;
}

std::vector<std::string> tuplesOf(const ScriptNames& names, const ScriptNames::Relation& relation,
                                  const model::Universe& universe, const model::State& state) {
  const model::TupleSet& set = relation.isField ? state.fields[relation.id] : state.sigs[relation.id];
  std::vector<std::string> result;
  set.forEach([&](std::span<const model::Atom> tuple) {
    std::string text;
    for (std::size_t i = relation.owned ? 1 : 0; i < tuple.size(); ++i)
      text += (text.empty()                        ? ""
               : relation.shape == Shape::sequence ? ":"
                                                   : "->") +
              textOf(names.atom(universe, tuple[i], state));
    result.push_back(std::move(text));
  });
  return result;
}

}  // namespace

std::vector<std::string> scriptLines(const ScriptNames& names, const Scripts& scripts, std::size_t number) {
  const Script& script = scripts.scripts[number];
  const model::Universe& universe = *script.initial.universe;
  std::vector<std::string> result{fmt::format("script\t{}", number + 1)};
  const auto addWords = [&](std::string line, const std::vector<std::string>& words) {
    for (const std::string& word : words) line += "\t" + word;
    result.push_back(std::move(line));
  };
  const auto addState = [&](const model::State& state) {
    result.push_back("to");
    for (const auto& relation : names.changing())
      addWords("is\t" + support::oneLine(relation.name), tuplesOf(names, relation, universe, state));
  };
  const auto addRefused = [&](const std::vector<strength::scripts::RefusedCall>& refused, const model::State& state) {
    for (const auto& each : refused) {
      const LogCalls::LoggedCall called = names.called(each.call, universe, state);
      std::vector<std::string> words{support::oneLine(scripts.actions.actions[each.call.action].guards[each.guard].text),
                                     support::oneLine(called.name)};
      for (const Json& argument : called.arguments) words.push_back(textOf(argument));
      addWords("refused", words);
    }
  };
  const model::State& first = script.initial.states[0];
  const Json all = names.atoms(universe, first);
  for (const auto& [sig, atoms] : all.items()) {
    std::vector<std::string> words;
    for (const Json& atom : atoms) words.push_back(textOf(atom));
    addWords("atoms\t" + support::oneLine(sig), words);
  }
  for (const auto& relation : names.fixed())
    addWords("fixed\t" + support::oneLine(relation.name), tuplesOf(names, relation, universe, first));
  addState(first);
  const model::State* before = &first;
  for (const ScriptStep& step : script.steps) {
    result.push_back("next");
    addRefused(step.refused, *before);
    const LogCalls::LoggedCall called = names.called(step.call, universe, *before);
    std::vector<std::string> words{support::oneLine(called.name)};
    for (const Json& argument : called.arguments) words.push_back(textOf(argument));
    addWords("call", words);
    result.push_back("logged\t" + logLineOf(names, step.call, universe, *before));
    addState(step.after);
    for (const model::State& other : step.others) addState(other);
    before = &step.after;
  }
  if (!script.refusedAtEnd.empty()) {
    result.push_back("next");
    addRefused(script.refusedAtEnd, *before);
  }
  return result;
}

}  // namespace aunit::reporters::scripts
