#include "runner/test_case.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "runner/place.h"

namespace aunit::runner {

using model::Command;
using model::CommandId;
using model::Model;
using model::Test;
using model::TestKind;

namespace {

std::shared_ptr<const PredicateValuation> readPredicate(const Model& model, const Command& command) {
  auto read = readPredicateValuation(model, command);
  return read ? std::make_shared<const PredicateValuation>(std::move(*read)) : nullptr;
}

bool statesMoreThanItLeavesOpen(const Model& model, const PredicateValuation& valuation) {
  std::size_t relations = model.fields().size();
  for (const model::Sig& sig : model.sigs()) relations += !sig.builtin;
  return valuation.open.size() * 2 < relations;
}

std::optional<TestCase> fromCommand(const parser::Loaded& loaded, CommandId id) {
  const Model& model = *loaded.model;
  const Command& command = model.commands()[id];
  TestCase result;
  result.predicate = readPredicate(model, command);
  if (command.expect < 0 && !(result.predicate && statesMoreThanItLeavesOpen(model, *result.predicate))) return std::nullopt;
  result.kind = result.predicate ? TestKind::predicate : TestKind::command;
  result.test.command = id;
  result.test.span = command.span;
  result.test.module = command.module;
  const bool onPredicate = command.target == model::TargetKind::predicate && command.label == model.func(command.targetId).name;
  result.test.nameSpan = result.predicate && onPredicate ? model.func(command.targetId).nameSpan : command.span;
  result.name = command.label;
  return result;
}

TestCase fromTest(const parser::Loaded& loaded, const Test& test) {
  TestCase result;
  result.name = test.name;
  result.kind = test.kind;
  result.test = test;
  result.tags = test.tags;
  if (test.kind == TestKind::predicate || (test.kind == TestKind::command && test.command != model::noId))
    result.predicate = readPredicate(*loaded.model, loaded.model->commands()[test.command]);
  if (test.kind == TestKind::predicate && !result.predicate) result.kind = TestKind::command;
  if (test.valuation != model::noId)
    for (const std::string& tag : loaded.tests.valuations[test.valuation].tags)
      if (std::ranges::find(result.tags, tag) == result.tags.end()) result.tags.push_back(tag);
  return result;
}

}  // namespace

std::vector<TestCase> collectTests(const parser::Loaded& loaded) {
  std::vector<TestCase> cases;
  std::set<CommandId> taken;
  for (const Test& test : loaded.tests.tests) {
    if (test.kind == TestKind::command || test.kind == TestKind::predicate) taken.insert(test.command);
    cases.push_back(fromTest(loaded, test));
  }
  const std::vector<Command>& commands = loaded.model->commands();
  for (CommandId id = 0; id < commands.size(); ++id) {
    if (commands[id].module != 0 || commands[id].isDefault || commands[id].ofTest || taken.contains(id)) continue;
    if (auto fromHere = fromCommand(loaded, id)) cases.push_back(std::move(*fromHere));
  }
  std::ranges::stable_sort(cases, {}, [](const TestCase& c) { return c.test.span.begin; });
  std::map<std::string, int> seen;
  for (TestCase& c : cases) {
    c.place = placeOf(loaded.sources, c.test.nameSpan.known() ? c.test.nameSpan : c.test.span, 1);
    if (const int count = ++seen[c.name]; count > 1) c.name = fmt::format("{}#{}", c.name, count);
  }
  return cases;
}

}  // namespace aunit::runner
