#include "suite/coverage_subject.h"

#include <set>

#include "coverage/cells.h"

namespace aunit::suite {

namespace {

using model::FuncId;
using model::Model;

bool statesValuation(const Model& model, FuncId id) {
  model::Command command;
  command.target = model::TargetKind::predicate;
  command.targetId = id;
  command.formula = model.func(id).body;
  return model.func(id).isPredicate && model.func(id).params.empty() && command.formula != model::noId &&
         readPredicateValuation(model, command).has_value();
}

void collectCalls(const Model& model, model::ExprId id, std::set<FuncId>& calls) {
  if (model.expr(id).op == model::Op::call) calls.insert(model.expr(id).payload);
  for (const model::ExprId child : model.children(id)) collectCalls(model, child, calls);
}

}  // namespace

coverage::ExtractOptions modelUnderTest(const parser::Loaded& loaded, const std::vector<TestCase>& tests) {
  const Model& model = *loaded.model;
  coverage::ExtractOptions options;
  if (opensItsModel(model) && (!tests.empty() || !loaded.tests.valuations.empty())) options.without.push_back(0);
  for (model::ModuleId id = 1; id < model.modules().size(); ++id)
    if (model.modules()[id].ofTests && declaresNothing(model, id)) options.without.push_back(id);

  // The predicates that state valuations: the predicate of a `run`, or a predicate that the formula of a command calls.
  std::set<FuncId> valuations;
  for (const TestCase& test : tests) {
    if (!test.predicate) continue;
    const model::Command& command = model.commands()[test.test.command];
    if (command.target == model::TargetKind::predicate) {
      valuations.insert(command.targetId);
      continue;
    }
    std::set<FuncId> calls;
    collectCalls(model, command.formula, calls);
    for (const FuncId id : calls)
      if (statesValuation(model, id)) valuations.insert(id);
  }
  options.tests.assign(valuations.begin(), valuations.end());
  return options;
}

CoverageSubject coverageSubject(parser::Loaded& loaded, const std::vector<TestCase>& tests, bool libraries, bool values,
                                bool cells) {
  CoverageSubject subject;
  subject.options = modelUnderTest(loaded, tests);
  subject.options.libraries = libraries;
  subject.requirements = coverage::extract(*loaded.model, loaded.sources, subject.options);
  if (cells) coverage::addCells(*loaded.model, loaded.sources, subject.requirements);
  subject.emptyCommand = coverage::emptyCommand(*loaded.model, subject.options);
  subject.values = values;
  return subject;
}

}  // namespace aunit::suite
