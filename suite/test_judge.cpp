#include "suite/test_judge.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/files.h"
#include "solver/budget.h"
#include "solver/search.h"
#include "suite/broken_constraint.h"
#include "suite/place.h"
#include "suite/saved_instance.h"
#include "suite/size_limits.h"
#include "suite/valuation.h"
#include "suite/valuation_table.h"
#include "suite/value_text.h"

namespace aunit::suite {

using model::ExprId;
using model::Instance;
using model::Model;
using model::noId;
using model::Op;
using model::TestKind;
using model::TupleSet;

solver::Options solverOptions(const JudgeOptions& options, const CoverageSubject* coverage) {
  solver::Options result;
  result.noOverflow = options.noOverflow;
  result.timeout = options.timeout;
  result.threads = coverage ? solver::Threads::one : options.threads;
  result.stop = options.stop;
  return result;
}

class TestJudge::Work {
 public:
  Work(const parser::Loaded& loaded, JudgeOptions options, const CoverageSubject* coverage)
      : loaded_(loaded),
        model_(*loaded.model),
        options_(options),
        evaluation_{
            .noOverflow = options.noOverflow, .stop = options.stop, .deadline = options.timeout > 0 ? &deadline_ : nullptr},
        evaluator_(model_, evaluation_),
        coverage_(coverage) {
    if (coverage)
      recorder_.emplace(model_, coverage->requirements,
                        coverage::Recorder::Options{options.noOverflow, coverage->values, options.stop, evaluation_.deadline});
  }

  TestResult judge(const TestCase& test) {
    TestResult result;
    if (!test.test.errors.empty()) {
      fail(result, test.test.errors, loaded_.sources);
      return result;
    }
    if (options_.timeout > 0) deadline_ = solver::Budget::deadlineIn(options_.timeout);
    try {
      if (test.kind == TestKind::command)
        judgeCommand(test, result, Engine::solved);
      else if (test.kind != TestKind::predicate)
        judgeValuation(test, result);
      else if (test.predicate->full())
        judgePredicate(test, result);
      else
        judgeCommand(test, result, Engine::completedBySolving);
    } catch (const evaluator::EvaluationError& error) {
      const bool late = evaluation_.deadline && Clock::now() > deadline_;
      fail(result, error.expr() == noId ? test.test.span : model_.expr(error.expr()).span,
           late ? fmt::format("time limit of {} s reached", options_.timeout) : error.what());
    } catch (const solver::Unsupported& error) {
      fail(result, error.span().known() ? error.span() : test.test.span, error.what());
    }
    return result;
  }

 private:
  using Clock = solver::Budget::Clock;
  using Bindings = std::vector<std::pair<model::VarId, model::Atom>>;

  void fail(TestResult& result, model::Span span, std::string message) const {
    model::Diagnostics diagnostics;
    diagnostics.error("test", span, std::move(message));
    fail(result, diagnostics.all(), loaded_.sources);
  }

  static void fail(TestResult& result, const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources) {
    result.outcome = Outcome::error;
    result.engine = Engine::none;
    result.message = diagnostics.front().message;
    result.details = model::render(diagnostics, sources, false);
  }

  // --- Commands, and predicates that leave something open.

  void judgeCommand(const TestCase& test, TestResult& result, Engine engine) {
    const model::Command& command = model_.commands()[test.test.command];
    const bool wanted = command.expect < 0 ? !command.check : command.expect != 0;
    solver::Result answer = solve(test, false);
    if (answer.verdict == solver::Verdict::error || answer.verdict == solver::Verdict::unknown)
      return fail(result, answer.span.known() ? answer.span : test.test.span, answer.message);
    result.engine = engine;
    const bool found = answer.verdict == solver::Verdict::satisfiable;
    if (found && engine == Engine::completedBySolving) {
      Bindings bindings;
      std::vector<ExprId> formulas;
      openWitnessed(command.formula, answer.witnesses, formulas, bindings);
      record(result, *answer.instance, formulas, bindings);
    }
    if (found) keep(result, *answer.instance);
    if (found == wanted) return;
    result.outcome = Outcome::failed;
    if (found) {
      result.message = command.check ? "there is a counterexample" : "there is an instance, but none is expected";
      result.valuation = tableOf(model_, *answer.instance);
      return;
    }
    result.message = command.check ? "there is no counterexample within the scope" : "there is no instance within the scope";
    for (const model::Span span : solve(test, true).core)
      if (span.known()) result.conflict.push_back(placeOf(loaded_.sources, span));
  }

  /// The conjuncts of a formula below its outer `some` quantifiers, the variables bound to their witnesses: recording looks at
  /// everything and would otherwise try all values of all names.
  void openWitnessed(ExprId formula, const solver::Witnesses& witnesses, std::vector<ExprId>& formulas,
                     Bindings& bindings) const {
    const model::Expr& e = model_.expr(formula);
    if (e.negated) {
      formulas.push_back(formula);
    } else if (e.op == Op::and_) {
      for (const ExprId child : model_.children(formula)) openWitnessed(child, witnesses, formulas, bindings);
    } else if (e.op == Op::call && e.childCount == 0) {
      openWitnessed(model_.func(e.payload).body, witnesses, formulas, bindings);
    } else if (auto values = e.op == Op::quantSome ? valuesOf(formula, witnesses) : std::nullopt) {
      std::ranges::move(*values, std::back_inserter(bindings));
      openWitnessed(model_.child(formula, 0), witnesses, formulas, bindings);
    } else {
      formulas.push_back(formula);
    }
  }

  /// The atoms of all variables of a quantifier, when each has just one witness.
  std::optional<Bindings> valuesOf(ExprId quantified, const solver::Witnesses& witnesses) const {
    Bindings values;
    for (const model::Decl& decl : model_.decls(quantified))
      for (model::VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) {
        if (std::ranges::count(witnesses, v, &solver::Witnesses::value_type::first) != 1) return std::nullopt;
        const TupleSet& value = std::ranges::find(witnesses, v, &solver::Witnesses::value_type::first)->second;
        if (value.arity() != 1 || value.size() != 1) return std::nullopt;
        values.emplace_back(v, value.atoms().front());
      }
    return values;
  }

  solver::Result solve(const TestCase& test, bool core) const {
    solver::Problem problem = solver::problemOf(model_, test.test.command);
    if (test.predicate && test.predicate->instance.universe) leaveRoom(problem.scope, *test.predicate);
    solver::Options options = solverOptions(options_, coverage_);
    options.core = core;
    return solver::Search(model_, std::move(problem), options).next();
  }

  /// A valuation without a scope has no bound on sizes: there must be room for its atoms, and what is ordered has as many as it
  /// says.
  void leaveRoom(model::Scope& scope, const PredicateValuation& valuation) const {
    if (scope.overall >= 0 || !scope.sigs.empty()) return;
    if (scope.maxSequence < 0) scope.maxSequence = integerScope(scope).maxSequence;
    scope.overall = std::max(3, static_cast<int>(valuation.atoms));
    for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      if (!model_.sig(id).isExact || model_.sig(id).multiplicity == model::Multiplicity::one) continue;
      model::SigScope& entry = scope.sigs.emplace_back();
      entry.sig = id;
      entry.exact = true;
      entry.start = entry.end =
          valuation.settled.contains(id) ? static_cast<int>(valuation.instance.states.front().sigs[id].size()) : 3;
    }
  }

  // --- The predicate style.

  void judgePredicate(const TestCase& test, TestResult& result) {
    const PredicateValuation& valuation = *test.predicate;
    const model::Command& command = model_.commands()[test.test.command];
    const Instance& instance = valuation.instance;
    std::vector<evaluator::Binding> given;
    for (const auto& [variable, atom] : valuation.bindings)
      given.push_back({variable, TupleSet::atom(instance.universe->size(), atom)});
    const auto sizes = sizeLimits(model_, command);
    auto broken = judgeAndRecord(result, instance, {valuation.formulas, sizes ? &*sizes : nullptr}, valuation.bindings);
    if (valuation.misplaced && (!broken || broken->part >= evaluator::Part::formula))
      broken = {.part = evaluator::Part::formula, .span = valuation.misplaced->span, .message = valuation.misplaced->text};
    if (broken && !valuation.certain) return judgeCommand(test, result, Engine::completedBySolving);
    conclude(result, broken, command.expect != 0, instance, given);
  }

  // --- The test language.

  void judgeValuation(const TestCase& test, TestResult& result) {
    const model::Command* command = test.test.command == noId ? nullptr : &model_.commands()[test.test.command];
    const Instance* instance = instanceOf(test, command ? integerScope(command->scope) : IntegerScope{}, result);
    if (!instance) return;
    if (test.kind == TestKind::gives) return judgeGives(test, *instance, result);
    std::vector<ExprId> formulas;
    if (test.test.formula != noId) formulas.push_back(test.test.formula);
    const auto sizes = command ? sizeLimits(model_, *command) : std::nullopt;
    const auto broken = judgeAndRecord(result, *instance, {formulas, sizes ? &*sizes : nullptr}, {});
    conclude(result, broken, test.kind == TestKind::satisfies || test.kind == TestKind::valid, *instance);
  }

  /// An instance, or why there is none.
  struct Made {
    std::optional<Instance> instance;
    TestResult error;
  };

  /// Built or read once for each bit width that is asked for. Null, with the error in `result`, when there is none.
  const Instance* instanceOf(const TestCase& test, const IntegerScope& integers, TestResult& result) {
    const auto key = std::tuple(test.test.valuation, integers.bitwidth, integers.maxSequence);
    auto found = instances_.find(key);
    if (found == instances_.end()) {
      Made made;
      const model::Valuation& valuation = loaded_.tests.valuations[test.test.valuation];
      model::Diagnostics diagnostics;
      if (!valuation.file.empty()) {
        made = read(valuation);
      } else if (made.instance = instantiate(model_, loaded_.tests, test.test.valuation, integers, diagnostics); !made.instance) {
        fail(made.error, diagnostics.all(), loaded_.sources);
      }
      found = instances_.emplace(key, std::move(made)).first;
    }
    if (found->second.instance) return &*found->second.instance;
    result = found->second.error;
    return nullptr;
  }

  /// The instance of `val name from "file"`, relative to the file that says so.
  Made read(const model::Valuation& valuation) const {
    Made made;
    const std::filesystem::path folder = std::filesystem::path(loaded_.sources.file(valuation.span.file).path()).parent_path();
    const std::string path = (folder / valuation.file).lexically_normal().string();
    std::string reason;
    auto text = model::readFile(path, reason);
    if (!text) {
      fail(made.error, valuation.span, fmt::format("cannot read {}: {}", path, reason));
      return made;
    }
    model::SourceMap sources;
    model::Diagnostics diagnostics;
    made.instance = readSavedInstance(model_, path, std::move(*text), sources, diagnostics);
    if (!made.instance) fail(made.error, diagnostics.all(), sources);
    return made;
  }

  void judgeGives(const TestCase& test, const Instance& instance, TestResult& result) {
    evaluator_.bind(instance);
    if (coverage_)
      result.coverage = recorder_->record(instance, {.formulas = {test.test.formula}, .facts = false, .bindings = {}});
    if (evaluator_.holds(test.test.formula)) return conclude(result, std::nullopt, true, instance);
    conclude(result, evaluator::brokenFormula(model_, test.test.formula, 0), true, instance);
    const model::Expr& formula = model_.expr(test.test.formula);
    if (formula.op != Op::equal || formula.negated) return;
    const ExprId actual = model_.child(test.test.formula, 0), expected = model_.child(test.test.formula, 1);
    const TupleSet actualValue = evaluator_.relation(actual), expectedValue = evaluator_.relation(expected);
    result.failure->actual = side(actual, actualValue, expectedValue, *instance.universe);
    result.failure->expected = side(expected, expectedValue, actualValue, *instance.universe);
    result.failure->values.clear();
  }

  Side side(ExprId expr, const TupleSet& value, const TupleSet& other, const model::Universe& universe) const {
    Side result;
    result.expression = loaded_.sources.text(model_.expr(expr).span);
    result.value = text(value, universe);
    value.forEach([&](std::span<const model::Atom> tuple) {
      result.tuples.push_back(tupleText(tuple, universe));
      result.unmatched.push_back(other.arity() != value.arity() || !other.contains(tuple));
    });
    return result;
  }

  void keep(TestResult& result, const Instance& instance) const {
    if (options_.keepInstances) result.judgedOn.instance = std::make_shared<const Instance>(instance);
  }

  void conclude(TestResult& result, const std::optional<evaluator::Broken>& broken, bool mustHold, const Instance& instance,
                std::span<const evaluator::Binding> given = {}) const {
    result.engine = Engine::evaluated;
    keep(result, instance);
    if (mustHold != broken.has_value()) return;
    result.outcome = Outcome::failed;
    result.message = "everything holds, but it must not";
    if (broken) {
      result.failure = failureOf(loaded_, instance, *broken, evaluation_, given);
      result.message = broken->message;
      for (const NamedValue& variable : result.failure->witness)
        result.message += fmt::format("{} {} = {}", &variable == &result.failure->witness.front() ? " for" : ",", variable.name,
                                      variable.value);
    }
    result.valuation = tableOf(model_, instance);
  }

  /// In one pass where that comes to the same: recording looks at everything, also at what has no value and would not have been
  /// asked for.
  std::optional<evaluator::Broken> judgeAndRecord(TestResult& result, const Instance& instance,
                                                  const evaluator::Question& question, const Bindings& bindings) {
    const std::vector<ExprId> formulas(question.formulas.begin(), question.formulas.end());
    if (coverage_) {
      if (auto judged = recorder_->judge(instance, question, problemOf(formulas, bindings))) {
        result.coverage = std::move(judged->record);
        return judged->broken;
      }
    }
    for (const auto& [variable, atom] : bindings) evaluator_.assign(variable, TupleSet::atom(instance.universe->size(), atom));
    auto broken = evaluator::judge(evaluator_, instance, question);
    record(result, instance, formulas, bindings);
    return broken;
  }

  // A test that states a valuation and no formula has the empty command.
  coverage::Problem problemOf(const std::vector<ExprId>& formulas, const Bindings& bindings) const {
    return {.formulas = formulas.empty() ? coverage_->emptyCommand.formulas : formulas, .facts = true, .bindings = bindings};
  }

  void record(TestResult& result, const Instance& instance, const std::vector<ExprId>& formulas, const Bindings& bindings = {}) {
    if (coverage_) result.coverage = recorder_->record(instance, problemOf(formulas, bindings));
  }

  const parser::Loaded& loaded_;
  const Model& model_;
  JudgeOptions options_;
  Clock::time_point deadline_;  // of the test at hand
  evaluator::Options evaluation_;
  evaluator::Evaluator evaluator_;
  const CoverageSubject* coverage_;
  std::optional<coverage::Recorder> recorder_;
  std::map<std::tuple<std::uint32_t, int, int>, Made> instances_;
};

TestJudge::TestJudge(const parser::Loaded& loaded, JudgeOptions options, const CoverageSubject* coverage)
    : work_(std::make_unique<Work>(loaded, options, coverage)) {}
TestJudge::~TestJudge() = default;
TestResult TestJudge::judge(const TestCase& test) {
  return work_->judge(test);
}

}  // namespace aunit::suite
