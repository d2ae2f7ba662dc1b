#include "suite/statement.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/instances/paths_like.h"
#include "solver/grounding/scope.h"
#include "suite/valuation/saved_instance.h"

namespace aunit::suite {

using namespace model;

namespace {

/// The instance of `val name from "file"`. The path is relative to the file with the `val`.
Made readFile(const parser::Loaded& loaded, const model::Valuation& valuation, model::Semantics semantics) {
  const std::string path = model::savedPath(valuation, loaded.sources);
  std::string reason;
  model::Diagnostics diagnostics;
  auto files = savedFiles(path, reason);
  if (!files && model::isPattern(path))
    return troubleAt(valuation.span, fmt::format("no file matches `{}`", path), loaded.sources);
  if (!files) return troubleAt(valuation.span, fmt::format("cannot read {}: {}", path, reason), loaded.sources);
  model::SourceMap sources;
  if (valuation.mapping) sources = loaded.sources;
  auto instance = valuation.mapping ? readMappedInstance(*loaded.model, *valuation.mapping, *files, sources, diagnostics)
                                    : readSavedInstance(*loaded.model, std::move(*files), sources, diagnostics);
  if (!instance) return troubleOf(diagnostics.all(), sources);
  instance->semantics = semantics;
  return std::make_shared<const Instance>(std::move(*instance));
}

}  // namespace

Made instanceOf(const parser::Loaded& loaded, std::uint32_t valuation, const IntegerScope& integers, model::Semantics semantics) {
  if (!loaded.tests.valuations[valuation].file.empty()) return readFile(loaded, loaded.tests.valuations[valuation], semantics);
  model::Diagnostics diagnostics;
  auto instance = instantiate(*loaded.model, loaded.tests, valuation, integers, diagnostics);
  if (!instance) return troubleOf(diagnostics.all(), loaded.sources);
  instance->semantics = semantics;
  return std::make_shared<const Instance>(std::move(*instance));
}

StatementReader::StatementReader(const parser::Loaded& loaded, model::Semantics semantics)
    : loaded_(loaded), model_(*loaded.model), semantics_(semantics), ofModel_(evaluator::constraintsOf(model_)) {}

bool StatementReader::isDecidedByEvaluation(const TestCase& test) {
  if (test.kind == TestKind::command || test.kind == TestKind::fits || test.test.completion) return false;
  return test.kind != TestKind::predicate || test.predicate->full();
}

bool needsSolver(const TestCase& test) {
  return std::ranges::any_of(test.statements, needsSolver) || !StatementReader::isDecidedByEvaluation(test);
}

std::variant<Statement, Trouble> StatementReader::read(const TestCase& test) {
  if (test.kind == TestKind::predicate) return readPredicate(test, test.predicate);
  return readValuation(test);
}

Statement StatementReader::readPredicate(const TestCase& test, std::shared_ptr<const PredicateValuation> read) const {
  const PredicateValuation& valuation = *read;
  const model::Command& command = model_.commands()[test.test.command];
  Statement statement;
  statement.instance = std::shared_ptr<const Instance>(read, &valuation.instance);
  if (semantics_.noOverflow) {
    auto judged = std::make_shared<Instance>(valuation.instance);
    judged->semantics = semantics_;
    statement.instance = std::move(judged);
  }
  statement.mustHold = command.expect != 0;
  statement.certain = valuation.certain;
  evaluator::Question& question = statement.question;
  question.constraints = ofModel_;
  if (valuation.misplaced) {
    question.constraints.push_back({.part = evaluator::Part::assignment});
    question.misassigned = {
        .part = evaluator::Part::assignment, .span = valuation.misplaced->span, .message = valuation.misplaced->text};
  }
  append(question.constraints, evaluator::Part::formula, valuation.formulas);
  question.given = valuation.bindings;
  addSizes(statement, command);
  return statement;
}

std::variant<Statement, Trouble> StatementReader::readValuation(const TestCase& test) {
  const model::Command* command = test.test.command == noId ? nullptr : &model_.commands()[test.test.command];
  const model::Integers& stated = loaded_.tests.valuations[test.test.valuation].integers;
  const Made& made = instanceOf(test.test.valuation, command ? integerScope(command->scope) : integerScope(stated));
  if (const Trouble* trouble = std::get_if<Trouble>(&made)) return *trouble;
  Statement statement;
  statement.instance = std::get<std::shared_ptr<const Instance>>(made);
  statement.mustHold = test.kind != TestKind::violates && test.kind != TestKind::invalid;
  if (test.kind != TestKind::gives) statement.question.constraints = ofModel_;
  if (test.test.formula != noId) append(statement.question.constraints, evaluator::Part::formula, {{test.test.formula}});
  if (command) addSizes(statement, *command);
  return statement;
}

/// Adds constraints for the sizes in the command's scope. Adds none if the scope has no sizes (reference "tests and coverage",
/// section 1).
void StatementReader::addSizes(Statement& statement, const model::Command& command) const {
  if (command.scope.overall < 0 && command.scope.sigs.empty()) return;
  solver::append(statement.question.constraints, solver::deriveSizes(model_, command.scope, command.temporal));
}

/// The instance of a valuation. It is built or read once for each bit width and length of sequences.
const Made& StatementReader::instanceOf(std::uint32_t valuation, const IntegerScope& integers) {
  const auto key = std::tuple(valuation, integers.bitwidth, integers.maxSequence);
  auto found = instances_.find(key);
  if (found == instances_.end())
    found = instances_.emplace(key, suite::instanceOf(loaded_, valuation, integers, semantics_)).first;
  return found->second;
}

}  // namespace aunit::suite
