#include "suite/completion.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "solver/nearest/nearest.h"
#include "suite/reasons/broken_constraint.h"
#include "suite/solving.h"
#include "suite/trouble.h"
#include "suite/valuation/atom_names.h"
#include "suite/valuation/nearest_valuation.h"
#include "suite/valuation/valuation.h"
#include "suite/valuation/valuation_table.h"

namespace aunit::suite {

using namespace model;

namespace {

constexpr double secondsForNearest = 2;

/// Selects from `witnesses` the values of variables that stand for atoms of the valuation. A variable may have no value if its
/// atom need not exist.
std::vector<evaluator::Binding> namedAtoms(const TestCase& test, const std::vector<evaluator::Binding>& witnesses) {
  std::vector<evaluator::Binding> result;
  for (const auto& [variable, value] : witnesses)
    if (std::ranges::find(test.test.completion->atoms, variable) != test.test.completion->atoms.end())
      result.push_back({variable, value});
  return result;
}

}  // namespace

std::optional<CompletedInstance> CompletionJudge::judge(const TestCase& test, TestResult& result) {
  const model::Completion& completion = *test.test.completion;
  const auto failAs = [&](const std::string& message) { fail(result, troubleAt(test.test.span, message, loaded_.sources)); };
  model::Diagnostics diagnostics;
  const IntegerScope integers = test.test.command == noId ? integerScope(loaded_.tests.valuations[test.test.valuation].integers)
                                                          : integerScope(model_.commands()[test.test.command].scope);
  checkLiterals(model_, loaded_.tests, test.test.valuation, integers, diagnostics);
  if (diagnostics.hasErrors()) return fail(result, troubleOf(diagnostics.all(), loaded_.sources)), std::nullopt;
  const bool facts = test.kind != TestKind::gives;
  const bool wanted = completion.every || (test.kind != TestKind::violates && test.kind != TestKind::invalid);
  const solver::Result some = firstAnswer(model_, problemOf(loaded_, test), solving_);
  if (!isAnswer(some)) return failAs(some.message), std::nullopt;
  result.engine = Engine::completedBySolving;
  const bool found = some.verdict == solver::Verdict::satisfiable;
  if (!found && !wanted && test.test.because) return checkReason(loaded_, test, solving_, result), std::nullopt;
  std::optional<CompletedInstance> shown;
  const auto show = [&](const solver::Result& answer) {
    shown = completedBy(test, answer);
    result.valuation = tableOf(model_, *shown->instance);
  };
  if (found) show(some);
  if (found != wanted) {
    result.outcome = Outcome::failed;
    const bool asks = test.test.formula != noId && !completion.every;
    const char* const satisfied = test.kind == TestKind::invalid ? "facts" : "formula";
    result.message = found   ? fmt::format("a completion satisfies the {}, but none should", satisfied)
                     : asks  ? "no completion satisfies the formula"
                     : facts ? "no completion satisfies the facts"
                             : "there is no completion";
    if (!found && conflicts_) {
      showConflict(loaded_, test, solving_, result);
      showNearest(test, result);
    }
    return shown;
  }
  if (!completion.every) return shown;
  solver::Problem problem = problemOf(loaded_, test);
  problem.formula = completion.fails;
  const solver::Result fails = firstAnswer(model_, std::move(problem), solving_);
  if (!isAnswer(fails)) return failAs(fails.message), std::nullopt;
  if (fails.verdict == solver::Verdict::unsatisfiable) return shown;
  result.outcome = Outcome::failed;
  result.message = test.kind == TestKind::violates ? "a completion satisfies the formula, but none should"
                                                   : "some completion violates the formula";
  show(fails);
  if (test.kind != TestKind::violates) showWhy(test, fails, *shown, result);
  return shown;
}

/// For a test that has no completion: shows which constraints the nearest valuation violates. Shows nothing if one of these
/// constraints is in the test's own formula.
void CompletionJudge::showNearest(const TestCase& test, TestResult& result) {
  const support::Budget budget = support::Budget(solving_.limits).within({.seconds = secondsForNearest});
  solver::Nearest nearest = solver::nearest(model_, problemOf(loaded_, test), solving_, budget);
  const auto isAsked = [](const solver::Conjunct& c) {
    return c.origin == solver::Conjunct::Origin::formula || c.origin == solver::Conjunct::Origin::witness;
  };
  if (!nearest.instance || !nearest.proved || std::ranges::any_of(nearest.broken, isAsked)) return;
  namePleasantly(model_, *nearest.instance, namedAtoms(test, nearest.witnesses));
  result.nearest = nearestValuation(loaded_, nearest, evaluation_);
}

/// For a test that fails because the completion `completed` violates its formula: shows why.
void CompletionJudge::showWhy(const TestCase& test, const solver::Result& answer, const CompletedInstance& completed,
                              TestResult& result) {
  const evaluator::Question asked{{{.part = evaluator::Part::formula, .formula = test.test.formula}},
                                  namedAtoms(test, answer.witnesses)};
  const evaluator::Verdict verdict = evaluator::judge(evaluator_, *answer.instance, asked);
  if (!verdict.broken) return;
  result.failure = failureOf(loaded_, *completed.instance, *verdict.broken, evaluation_, asked.given);
  result.failure->constraint = fmt::format("{}: {}", result.message, verdict.broken->message);
}

CompletedInstance CompletionJudge::completedBy(const TestCase& test, const solver::Result& answer) const {
  CompletedInstance result;
  result.question.given = namedAtoms(test, answer.witnesses);
  Instance named = *answer.instance;
  namePleasantly(model_, named, result.question.given);
  result.instance = std::make_shared<const Instance>(std::move(named));
  if (test.kind != TestKind::gives) result.question.constraints = evaluator::constraintsOf(model_);
  if (test.test.formula != noId) append(result.question.constraints, evaluator::Part::formula, {{test.test.formula}});
  return result;
}

}  // namespace aunit::suite
