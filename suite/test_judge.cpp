#include "suite/test_judge.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "evaluator/overflow.h"
#include "model/changes/overlay.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/unsupported.h"
#include "suite/command_warnings.h"
#include "suite/completion.h"
#include "suite/instance_count.h"
#include "suite/log_test.h"
#include "suite/omission.h"
#include "suite/solving.h"
#include "suite/statement.h"
#include "suite/statement_reasons.h"
#include "suite/text/beyond_scope.h"
#include "suite/trouble.h"
#include "suite/valuation/atom_names.h"
#include "suite/valuation/predicate_valuation.h"
#include "suite/valuation/valuation_table.h"
#include "support/budget.h"
#include "support/cancellation.h"

namespace aunit::suite {

using namespace model;

solver::Options solverOptions(const JudgeOptions& options, const CoverageSubject* coverage) {
  return {.semantics = options.semantics, .limits = options.limits, .threads = coverage ? solver::Threads::one : options.threads};
}

class TestJudge::Work {
 public:
  Work(const parser::Loaded& loaded, JudgeOptions options, const CoverageSubject* coverage)
      : loaded_(loaded),
        model_(*loaded.model),
        options_(options),
        evaluation_{.semantics = options.semantics, .budget = &budget_},
        evaluator_(model_, evaluation_),
        statements_(loaded, options.semantics),
        reasons_(loaded, evaluation_, evaluator_),
        coverage_(coverage) {
    if (coverage)
      recorder_.emplace(model_, coverage->requirements,
                        coverage::Recorder::Options{options.semantics, coverage->values, &budget_});
  }

  TestResult judge(const TestCase& test) {
    TestResult result = attempt(test);
    if (!test.test.expectedError.empty()) expectError(test, result);
    return result;
  }

 private:
  TestResult attempt(const TestCase& test) {
    TestResult result;
    if (!test.test.errors.empty()) {
      suite::fail(result, troubleOf(test.test.errors, loaded_.sources));
      return result;
    }
    budget_ = options_.budget.within(options_.limits);
    try {
      support::Budget(options_.limits.untimed()).check();
      if (StatementReader::isDecidedByEvaluation(test))
        evaluate(test, result);
      else if (test.kind == TestKind::fits)
        judgeLog(test, result);
      else if (test.test.completion)
        complete(test, result);
      else if (test.test.instances)
        count(test, result);
      else
        judgeCommand(test, result, test.kind == TestKind::predicate ? Engine::completedBySolving : Engine::solved);
    } catch (const evaluator::EvaluationError& error) {
      fail(result, error.expr() == noId ? test.test.span : model_.expr(error.expr()).span, error.what());
    } catch (const support::Exhausted& limit) {
      fail(result, test.test.span, limit.what());
    } catch (const solver::Unsupported& error) {
      fail(result, error.span().known() ? error.span() : test.test.span, error.what());
    }
    return result;
  }

  /// Judges the result of a test that expects an error.
  static void expectError(const TestCase& test, TestResult& result) {
    const std::string& expected = test.test.expectedError;
    const bool isError = result.outcome == Outcome::error;
    TestResult judged;
    judged.engine = StatementReader::isDecidedByEvaluation(test) ? Engine::evaluated : Engine::solved;
    if (isError && result.message.find(expected) != std::string::npos) {
      judged.decidedBy = fmt::format("the error \"{}\"", result.message);
    } else {
      judged.outcome = Outcome::failed;
      judged.message = fmt::format("expected an error whose message contains \"{}\", but {}", expected,
                                   isError ? "the error is: " + result.message : "there is no error");
      if (isError) judged.details = fmt::format("{}\n{}", judged.message, result.details);
      judged.judgedOn = std::move(result.judgedOn);
      judged.valuation = std::move(result.valuation);
    }
    result = std::move(judged);
  }

  void fail(TestResult& result, model::Span span, std::string message) const {
    suite::fail(result, troubleAt(span, std::move(message), loaded_.sources));
  }

  // --- Tests that the solver decides.

  solver::Options solving() const {
    solver::Options how = solverOptions(options_, coverage_);
    how.limits = options_.budget.left(how.limits);
    return how;
  }

  void complete(const TestCase& test, TestResult& result) {
    const auto completed = CompletionJudge(loaded_, solving(), options_.conflicts, evaluator_, evaluation_).judge(test, result);
    if (!completed) return;
    if (options_.keepInstances) result.judgedOn.instance = completed->instance;
    const support::Cancellation cancellation(budget_);
    record(result, *completed->instance, completed->question);
  }

  void judgeLog(const TestCase& test, TestResult& result) {
    log::LogWatch watch{options_.keepInstances, {}};
    std::optional<coverage::TestRecord> met;
    if (recorder_)
      watch.step = [&](const log::WatchedStep& step) {
        for (const log::Condition& each : step.conditions) {
          coverage::TestRecord one = recorder_->value(step.states, each.formula, each.given);
          if (met)
            met->add(one);
          else
            met = std::move(one);
        }
      };
    log::judgeTest(loaded_, test, evaluation_, solving(), budget_, watch, result);
    result.coverage = std::move(met);
  }

  void count(const TestCase& test, TestResult& result) const {
    auto first = judgeInstances(loaded_, test, solving(), result);
    if (first && options_.keepInstances) result.judgedOn.instance = std::make_shared<const Instance>(std::move(*first));
  }

  /// Judges commands, and predicates that leave relations open.
  void judgeCommand(const TestCase& test, TestResult& result, Engine engine) {
    const model::Command& command = model_.commands()[test.test.command];
    const bool wanted = command.expect < 0 ? !command.check : command.expect != 0;
    solver::Options how = solving();
    // The report shows the instance, so a small one is better.
    if (!wanted || engine == Engine::completedBySolving) how.preference.kind = solver::Preference::Kind::smallest;
    const solver::Result answer = firstAnswer(model_, problemOf(loaded_, test), how);
    if (!isAnswer(answer)) return fail(result, answer.span.known() ? answer.span : test.test.span, answer.message);
    result.engine = engine;
    const bool found = answer.verdict == solver::Verdict::satisfiable;
    if (!found && !wanted && test.test.because) {
      checkReason(loaded_, test, solving(), result);
      if (options_.allScopes && result.outcome == Outcome::passed) lookBeyond(command, problemOf(loaded_, test), result);
      return;
    }
    std::shared_ptr<const Instance> instance;
    if (found) {
      instance = std::make_shared<const Instance>(instanceOf(command, answer, result));
      if (!wanted || engine == Engine::completedBySolving) result.valuation = tableOf(model_, *instance);
      if (options_.keepInstances) result.judgedOn.instance = instance;
      warnOfWrapping(answer.wrapped, *instance, result);
    }
    if (found == wanted) {
      if (options_.vacuity && engine == Engine::solved)
        addRemarks(loaded_, test, answer.verdict, options_.restsOn, solving(), result);
      if (options_.allScopes && engine == Engine::solved && !found) lookBeyond(command, problemOf(loaded_, test), result);
      return;
    }
    result.outcome = Outcome::failed;
    if (found) {
      result.message = command.check ? "there is a counterexample" : "there is an instance, but none is expected";
      if (command.formula != noId) reasons_.showHolding(*instance, {command.formula}, {}, result);
      return;
    }
    result.message = command.check ? "there is no counterexample within the scope" : "there is no instance within the scope";
    if (options_.conflicts) showConflict(loaded_, test, solving(), result);
  }

  /// For a command that has no instance in its scope, as expected: finds out whether it has one in another scope. The time limit
  /// per test does not apply.
  void lookBeyond(const model::Command& command, const solver::Problem& problem, TestResult& result) const {
    solver::Options how = solverOptions(options_, coverage_);
    how.preference.kind = solver::Preference::Kind::smallest;
    const support::Budget budget = options_.budget.within(options_.limits.untimed());
    const solver::AllScopes beyond = solver::allScopesOf(model_, problem, how, *options_.allScopes, budget);
    result.allScopes = beyondScope(loaded_, beyond, command.check);
    if (!options_.requireAllScopes || !command.check || result.allScopes->holds()) return;
    result.outcome = Outcome::failed;
    result.message = "the check holds in its scope, but is not proved in all scopes: " + result.allScopes->answer;
    if (!beyond.found.instance) return;
    if (options_.keepInstances) result.judgedOn.instance = std::make_shared<const Instance>(*beyond.found.instance);
    result.valuation = tableOf(model_, *beyond.found.instance);
    if (command.formula != noId) reasons_.showHolding(*beyond.found.instance, {command.formula}, {}, result);
  }

  /// The instance that the solver found. If it is a completion, records its coverage and gives its atoms readable names.
  Instance instanceOf(const model::Command& command, const solver::Result& answer, TestResult& result) {
    Instance instance = *answer.instance;
    if (result.engine != Engine::completedBySolving) return instance;
    evaluator::Question question{.constraints = evaluator::constraintsOf(model_)};
    std::set<ExprId> opened;
    openWitnessed(command.formula, answer.witnesses, question, opened);
    const support::Cancellation cancellation(budget_);
    record(result, instance, question);
    namePleasantly(model_, instance, question.given);
    return instance;
  }

  /// Appends the conjuncts of a formula as constraints. Removes outer `some` quantifiers and binds their variables to the
  /// witnesses. Without this step, the recording of coverage would try all values of these variables, because it evaluates every
  /// part.
  void openWitnessed(ExprId formula, const std::vector<evaluator::Binding>& witnesses, evaluator::Question& question,
                     std::set<ExprId>& opened) const {
    const model::Expr& e = model_.expr(formula);
    const auto ask = [&] { question.constraints.push_back({.part = evaluator::Part::formula, .formula = formula}); };
    if (e.negated) {
      ask();
    } else if (e.op == Op::and_) {
      for (const ExprId child : model_.children(formula)) openWitnessed(child, witnesses, question, opened);
    } else if (e.op == Op::call && e.childCount == 0) {
      // If a predicate is called twice, its body is added only once.
      if (opened.insert(model_.func(e.payload).body).second)
        openWitnessed(model_.func(e.payload).body, witnesses, question, opened);
    } else if (auto values = e.op == Op::quantSome ? valuesOf(formula, witnesses) : std::nullopt) {
      std::ranges::move(*values, std::back_inserter(question.given));
      openWitnessed(model_.child(formula, 0), witnesses, question, opened);
    } else {
      ask();
    }
  }

  /// The values of a quantifier's variables, if each variable has exactly one witness and the witness is one atom.
  std::optional<std::vector<evaluator::Binding>> valuesOf(ExprId quantified,
                                                          const std::vector<evaluator::Binding>& witnesses) const {
    std::vector<evaluator::Binding> values;
    for (const model::Decl& decl : model_.decls(quantified))
      for (model::VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) {
        if (std::ranges::count(witnesses, v, &evaluator::Binding::variable) != 1) return std::nullopt;
        const TupleSet& value = std::ranges::find(witnesses, v, &evaluator::Binding::variable)->value;
        if (value.arity() != 1 || value.size() != 1) return std::nullopt;
        values.push_back({v, value});
      }
    return values;
  }

  // --- Tests that evaluation decides.

  void evaluate(const TestCase& test, TestResult& result) {
    std::optional<support::Cancellation> cancellation(std::in_place, budget_);
    auto read = statements_.read(test);
    if (Trouble* trouble = std::get_if<Trouble>(&read)) return suite::fail(result, std::move(*trouble));
    Statement& statement = std::get<Statement>(read);
    if (coverage_) watch(test, statement.question);
    evaluator::Verdict verdict = judgeAndRecord(statement, result);
    if (verdict.error) throw *verdict.error;
    if (verdict.broken && !statement.certain) {
      const auto other = otherwise(test);
      if (!other) {
        cancellation.reset();  // the solver has limits of its own
        return judgeCommand(test, result, Engine::completedBySolving);
      }
      if (*other) {
        statement = std::move(**other);
        if (coverage_) watch(test, statement.question);
        verdict = judgeAndRecord(statement, result);
      }
    }
    conclude(test, statement, verdict.broken, result);
    if (evaluator_.wrapped())
      warnOfWrapping(evaluator::overflowBehind(model_, *statement.instance, statement.question, !verdict.broken, budget_),
                     *statement.instance, result);
    if (test.kind == TestKind::gives && verdict.broken) reasons_.showSides(test.test.formula, *statement.instance, result);
  }

  /// Judges the other readings of the test's predicate (forEachOtherReading()). Returns the first that holds. The inner optional
  /// is empty if none holds. The outer optional is empty if evaluation cannot decide this.
  std::optional<std::optional<Statement>> otherwise(const TestCase& test) {
    std::optional<Statement> found;
    bool isUnknown = false;
    const bool all = forEachOtherReading(model_, model_.commands()[test.test.command], [&](const PredicateValuation& reading) {
      Statement statement = statements_.readPredicate(test, std::make_shared<const PredicateValuation>(reading));
      const evaluator::Verdict verdict = evaluator::judge(evaluator_, *statement.instance, statement.question);
      isUnknown = verdict.error.has_value();
      if (verdict.holds()) found = std::move(statement);
      return isUnknown || found;
    });
    if (!all || isUnknown) return std::nullopt;
    return found;
  }

  /// For coverage: if a test states a valuation but no formula, adds the formulas of the empty command (coverage/record.h).
  void watch(const TestCase& test, evaluator::Question& question) const {
    const auto isFormula = [](const evaluator::Constraint& c) { return c.part == evaluator::Part::formula; };
    if (test.kind != TestKind::gives && std::ranges::none_of(question.constraints, isFormula))
      append(question.constraints, evaluator::Part::watched, coverage_->emptyCommand);
  }

  /// Judges a statement, and records its coverage in the same pass. If recording ends with an error, judges again without
  /// recording: recording also evaluates parts that judging may skip, and these may have no value.
  evaluator::Verdict judgeAndRecord(const Statement& statement, TestResult& result) {
    if (coverage_) {
      auto verdict = record(result, *statement.instance, statement.question);
      if (!verdict.error) return verdict;
    }
    return evaluator::judge(evaluator_, *statement.instance, statement.question);
  }

  evaluator::Verdict record(TestResult& result, const Instance& instance, const evaluator::Question& question) {
    if (!recorder_) return {};
    auto judged = recorder_->judge(instance, question);
    result.coverage = std::move(judged.record);
    return std::move(judged.verdict);
  }

  void conclude(const TestCase& test, const Statement& statement, const std::optional<evaluator::Broken>& broken,
                TestResult& result) {
    result.engine = Engine::evaluated;
    if (options_.keepInstances) result.judgedOn.instance = statement.instance;
    if (statement.mustHold != broken.has_value()) {
      if (broken) reasons_.noteViolated(test, statement, *broken, result);
      return;
    }
    result.outcome = Outcome::failed;
    result.message = "the valuation is accepted, but the test expects a rejection";
    if (broken)
      reasons_.showBroken(statement, *broken, result);
    else
      reasons_.showHolding(*statement.instance, reasons_.asked(statement.question), statement.question.given, result);
    result.valuation = tableOf(model_, *statement.instance);
  }

  /// Warns if the verdict depends on an integer that wraps around, which users rarely intend.
  void warnOfWrapping(const std::optional<evaluator::Overflow>& wrapped, const Instance& instance, TestResult& result) const {
    // The parser has already warned about integer literals that do not fit the bit width.
    if (!wrapped || wrapped->expr == noId || model_.expr(wrapped->expr).op == Op::integer) return;
    if (!result.warning.empty()) result.warning += "; ";
    result.warning += wrappingWithPlace(loaded_, *wrapped, instance.universe->bitwidth());
  }

  const parser::Loaded& loaded_;
  const Model& model_;
  JudgeOptions options_;
  support::Budget budget_;  // for the current test
  evaluator::Options evaluation_;
  evaluator::Evaluator evaluator_;
  StatementReader statements_;
  StatementReasons reasons_;
  const CoverageSubject* coverage_;
  std::optional<coverage::Recorder> recorder_;
};

/// A copy of the model without the facts that a statement excludes, and the judge for this copy.
struct TestJudge::Omission {
  Omission(const parser::Loaded& loaded, const std::vector<ExprId>& said, const JudgeOptions& options)
      : without(said), own(parser::copyOf(loaded)), overlay(*own->model) {
    leaveOut(overlay, without);
    work = std::make_unique<Work>(*own, options, nullptr);
  }

  const std::vector<ExprId> without;
  const std::unique_ptr<parser::Loaded> own;
  Overlay overlay;
  std::unique_ptr<Work> work;
};

TestJudge::TestJudge(const parser::Loaded& loaded, JudgeOptions options, const CoverageSubject* coverage)
    : loaded_(loaded), options_(std::move(options)), coverage_(coverage) {}
TestJudge::~TestJudge() = default;

namespace {

int badness(Outcome outcome) {
  static constexpr Outcome worst[] = {Outcome::passed,  Outcome::xpassed, Outcome::xfailed,
                                      Outcome::skipped, Outcome::failed,  Outcome::error};
  return static_cast<int>(std::ranges::find(worst, outcome) - std::begin(worst));
}

int badness(const BeyondScope& answer) {
  static constexpr std::string_view worst[] = {"holds", "unknown", "empty", "counterexample"};
  return static_cast<int>(std::ranges::find(worst, answer.verdict) - std::begin(worst));
}

/// Applies `xfail` to a result. An error says nothing about the model, so it stays an error.
void expectFailure(const std::string& reason, bool strict, TestResult& result) {
  if (result.outcome == Outcome::failed) {
    if (!result.failure && result.statements.empty() && result.details.empty()) result.details = result.message + "\n";
    result.outcome = Outcome::xfailed;
    result.message = reason;
  } else if (result.outcome == Outcome::passed) {
    result.outcome = strict ? Outcome::failed : Outcome::xpassed;
    result.message = strict ? fmt::format("the test passes, but is marked as xfail (\"{}\")", reason) : reason;
  }
}

/// Combines the results of a test's statements.
TestResult together(std::vector<TestResult> statements) {
  const auto worse = [](const TestResult& a, const TestResult& b) { return badness(a.outcome) < badness(b.outcome); };
  TestResult result = *std::ranges::max_element(statements, worse);
  const auto problems = std::ranges::count_if(statements, [](const TestResult& s) { return isProblem(s.outcome); });
  if (problems > 1) result.message += fmt::format(" (and {} more problem{})", problems - 1, problems == 2 ? "" : "s");
  std::optional<coverage::TestRecord> met;
  std::set<std::string> decided;
  result.decidedBy.clear();
  result.restsOn.reset();  // each statement has its own `restsOn`
  for (TestResult& statement : statements) {
    if (result.warning.empty()) result.warning = statement.warning;
    if (!result.vacuous) result.vacuous = statement.vacuous;
    if (statement.allScopes && (!result.allScopes || badness(*result.allScopes) < badness(*statement.allScopes)))
      result.allScopes = statement.allScopes;
    if (!statement.decidedBy.empty() && decided.insert(statement.decidedBy).second)
      result.decidedBy += (result.decidedBy.empty() ? "" : ", ") + statement.decidedBy;
    if (result.engine != Engine::none) result.engine = std::max(result.engine, statement.engine);
    if (!statement.coverage) continue;
    if (met)
      met->add(*statement.coverage);
    else
      met = std::move(statement.coverage);
    statement.coverage.reset();
  }
  result.coverage = std::move(met);
  result.statements = std::move(statements);
  return result;
}

}  // namespace

TestResult TestJudge::judge(const TestCase& test) {
  if (test.marks.skip) {
    TestResult result;
    result.outcome = Outcome::skipped;
    result.message = *test.marks.skip;
    return result;
  }
  TestResult result = test.statements.empty() ? judgeStatement(test) : judgeStatements(test);
  if (test.marks.xfail) expectFailure(*test.marks.xfail, options_.strictXfail, result);
  return result;
}

TestResult TestJudge::judgeStatements(const TestCase& test) {
  std::vector<TestResult> statements;
  for (const TestCase& statement : test.statements) {
    TestResult& result = statements.emplace_back(judge(statement));
    result.name = statement.name;
    result.place = statement.place;
  }
  return together(std::move(statements));
}

TestJudge::Work& TestJudge::workFor(const TestCase& statement) {
  const std::vector<ExprId>& without = statement.test.without;
  if (!without.empty()) {
    if (!omission_ || omission_->without != without) {
      omission_.reset();
      omission_ = std::make_unique<Omission>(loaded_, without, options_);
    }
    return *omission_->work;
  }
  if (!work_) work_ = std::make_unique<Work>(loaded_, options_, coverage_);
  return *work_;
}

TestResult TestJudge::judgeStatement(const TestCase& test) {
  try {
    Work& work = workFor(test);
    if (options_.judging) options_.judging(test);
    return work.judge(test);
  } catch (...) {
    work_.reset();  // frees memory, and discards a compilation that was interrupted
    omission_.reset();
    TestResult result;
    suite::fail(result, troubleAtHand(test.place));
    return result;
  }
}

}  // namespace aunit::suite
