#include "tests/coverage/support.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>

#include "model/diagnostic.h"

namespace aunit::coverage::testing {

Loaded::Loaded(const std::string& text, ExtractOptions o, const std::string& path, std::map<std::string, std::string> files)
    : options(std::move(o)) {
  const parser::LoadOptions load{.readFile = [files](const std::string& name) -> std::optional<std::string> {
    const auto found = files.find(name);
    if (found == files.end()) return std::nullopt;
    return found->second;
  }};
  loaded = parser::loadText(path, text, load);
  if (!loaded->ok()) {
    std::string message = "the model does not load:\n";
    for (const auto& diagnostic : loaded->diagnostics.all()) message += model::render(diagnostic, loaded->sources, false);
    throw std::runtime_error(message);
  }
  extracted = extract(*loaded->model, loaded->sources, options);
}

bool Loaded::has(const std::string& text) const {
  return std::ranges::any_of(requirements().subjects, [&](const Subject& s) { return s.text == text; });
}

const Subject& Loaded::subject(const std::string& text) const {
  for (const Subject& s : requirements().subjects)
    if (s.text == text) return s;
  throw std::runtime_error("no subject reads " + text);
}

std::vector<std::string> Loaded::texts(Sets sets) const {
  std::vector<std::string> result;
  for (const Subject& s : requirements().subjects)
    if ((s.sets & sets) != 0) result.push_back(s.text);
  return result;
}

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

std::vector<std::string> columns(std::string tuple) {
  for (std::size_t at; (at = tuple.find("->")) != std::string::npos;) tuple.replace(at, 2, 1, ',');
  return split(tuple, ',');
}

}  // namespace

model::Instance Loaded::trace(std::vector<Valuation> states, std::uint32_t loop) const {
  std::vector<std::string> atoms;
  for (const Valuation& state : states)
    for (const auto& [name, tuples] : state)
      for (const std::string& tuple : split(tuples, ' '))
        for (const std::string& atom : columns(tuple))
          if (std::ranges::find(atoms, atom) == atoms.end()) atoms.push_back(atom);
  model::Instance instance;
  instance.universe = std::make_shared<model::Universe>(atoms, std::vector<std::string>{}, 4);
  instance.loop = loop;
  const std::uint32_t size = instance.universe->size();
  const auto read = [&](const Valuation& state, const std::string& name, std::uint32_t arity) {
    model::TupleSet set(size, arity);
    const auto found = state.find(name);
    if (found == state.end()) return set;
    for (const std::string& tuple : split(found->second, ' ')) {
      std::vector<model::Atom> atomsOfTuple;
      for (const std::string& atom : columns(tuple)) atomsOfTuple.push_back(*instance.universe->find(atom));
      set.insert(atomsOfTuple);
    }
    return set;
  };
  for (const Valuation& valuation : states) {
    model::State state;
    for (const model::Sig& sig : model().sigs())
      state.sigs.push_back(sig.builtin ? model::TupleSet(size, 1) : read(valuation, sig.name, 1));
    for (const model::Field& field : model().fields()) state.fields.push_back(read(valuation, field.name, field.arity));
    instance.states.push_back(std::move(state));
  }
  return instance;
}

TestRecord Loaded::record(const model::Instance& instance, const std::string& command, bool values) const {
  evaluator::Question question{.constraints = evaluator::constraintsOf(model())};
  if (command.empty()) {
    append(question.constraints, evaluator::Part::watched, emptyCommand(model(), options));
  } else {
    const auto named = std::ranges::find(model().commands(), command, &model::Command::label);
    if (named == model().commands().end()) throw std::runtime_error("no command " + command);
    append(question.constraints, evaluator::Part::formula, {{named->formula}});
  }
  Recorder recorder(model(), extracted, {.values = values});
  return recorder.judge(instance, question).record;
}

std::string Loaded::numbers(const Bits& met, const std::string& text) const {
  const Subject& s = subject(text);
  std::string result;
  for (std::uint32_t i = 0; i < s.requirementCount(); ++i)
    if (met.test(s.first + i)) result += std::to_string(i);
  return result;
}

}  // namespace aunit::coverage::testing
