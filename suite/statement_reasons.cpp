#include "suite/statement_reasons.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "evaluator/reason.h"
#include "model/formulas/conjuncts.h"
#include "suite/reasons/broken_constraint.h"
#include "suite/text/reason_text.h"
#include "suite/text/value_text.h"
#include "suite/valuation/valuation_table.h"
#include "support/budget.h"

namespace aunit::suite {

using namespace model;

std::vector<ExprId> StatementReasons::asked(const evaluator::Question& question) const {
  std::vector<ExprId> formulas;
  for (const auto part : {evaluator::Part::formula, evaluator::Part::fact}) {
    for (const evaluator::Constraint& constraint : question.constraints)
      if (constraint.part == part && !isOfLibrary(constraint)) formulas.push_back(constraint.formula);
    if (!formulas.empty()) break;
  }
  return formulas;
}

bool StatementReasons::isOfLibrary(const evaluator::Constraint& constraint) const {
  return constraint.part == evaluator::Part::fact && model_.modules()[model_.facts()[constraint.index].module].library;
}

void StatementReasons::showHolding(const Instance& instance, const std::vector<ExprId>& formulas,
                                   std::span<const evaluator::Binding> given, TestResult& result) const {
  constexpr std::size_t most = 5;
  Failure failure;
  failure.constraint = result.message;
  try {
    for (const ExprId formula : formulas) {
      if (failure.parts.size() == most) break;
      failure.parts.push_back(textOf(loaded_, instance, evaluator::reasonFor(model_, instance, formula, evaluation_, given)));
    }
  } catch (const evaluator::EvaluationError&) {
  } catch (const support::Exhausted&) {  // the verdict is shown without reasons
  }
  if (failure.parts.empty()) return;
  if (formulas.size() > most) failure.constraint += fmt::format(" (the first {} of {} facts are shown)", most, formulas.size());
  result.failure = std::move(failure);
}

void StatementReasons::showBroken(const Statement& statement, const evaluator::Broken& broken, TestResult& result) const {
  result.failure = failureOf(loaded_, *statement.instance, broken, evaluation_, statement.question.given);
  result.message = broken.message;
  for (const NamedValue& variable : result.failure->witness)
    result.message +=
        fmt::format("{} {} = {}", &variable == &result.failure->witness.front() ? " for" : ",", variable.name, variable.value);
}

void StatementReasons::noteViolated(const TestCase& test, const Statement& statement, const evaluator::Broken& broken,
                                    TestResult& result) {
  const std::string violated = violated_.nameOf(broken);
  const std::optional<model::Because>& because = test.test.because;
  if (because && !decides(model_, *statement.instance, broken, *because, evaluation_, statement.question.given)) {
    result.outcome = Outcome::failed;
    showBroken(statement, broken, result);
    const std::string reason = violated == "the formula"      ? "the formula of the test"
                               : violated.starts_with("the ") ? violated
                                                              : fmt::format("`{}`", violated);
    result.message = fmt::format("the valuation is rejected because of {}, but the test expects `because {}`", reason,
                                 nameOf(model_, *because));
    result.failure->constraint = fmt::format("{}; {}", broken.message, result.message);
    result.valuation = tableOf(model_, *statement.instance);
    return;
  }
  if (isImpossible(model_, test.test, broken)) {
    result.outcome = Outcome::failed;
    showBroken(statement, broken, result);
    constexpr std::string_view excluded =
        "the declarations already exclude this valuation: {}; to expect this rejection, write `invalid` instead of `violates`";
    result.message = fmt::format(excluded, result.message);
    result.failure->constraint = fmt::format(excluded, result.failure->constraint);
    result.valuation = tableOf(model_, *statement.instance);
    return;
  }
  result.decidedBy = because ? nameOf(model_, *because) : violated;
  if (!because && test.kind == TestKind::violates && !asks(test, broken))
    result.warning =
        fmt::format("passed, but the valuation is rejected because of {}, not because of {}", violated, askedBy(test));
}

/// Whether the violated constraint is what the test asks about: the test's formula, a conjunct of this formula, or the scope of
/// the test's command.
bool StatementReasons::asks(const TestCase& test, const evaluator::Broken& broken) const {
  const std::vector<ExprId> conjuncts = model::conjunctsOf(model_, test.test.formula);
  return broken.part == evaluator::Part::formula || broken.part == evaluator::Part::size || broken.formula == test.test.formula ||
         std::ranges::find(conjuncts, broken.formula) != conjuncts.end();
}

/// The source of what a test asks, or "the formula of the test" if the source is too long for a line.
std::string StatementReasons::askedBy(const TestCase& test) const {
  const std::string_view text = loaded_.sources.text(test.test.asked);
  constexpr std::size_t longest = 60;
  return text.size() > longest || text.find('\n') != std::string_view::npos ? "the formula of the test"
                                                                            : fmt::format("`{}`", text);
}

void StatementReasons::showSides(ExprId comparison, const Instance& instance, TestResult& result) {
  const model::Expr& formula = model_.expr(comparison);
  const bool isEquation = formula.op == Op::equal || formula.op == Op::integerEqual || formula.op == Op::iff;
  if ((!isEquation && formula.op != Op::in) || formula.negated) return;
  evaluator_.bind(instance);
  const ExprId actual = model_.child(comparison, 0), expected = model_.child(comparison, 1);
  const evaluator::Value actualValue = evaluator_.value(actual), expectedValue = evaluator_.value(expected);
  Failure& failure = *result.failure;
  failure.actual = side(actual, actualValue, expectedValue, *instance.universe);
  failure.expected = side(expected, expectedValue, actualValue, *instance.universe);
  // For `in`, the left side may lack tuples of the right side. So no tuple of the right side counts as unmatched.
  if (!isEquation) failure.expected->unmatched.assign(failure.expected->tuples.size(), false);
  if (formula.op != Op::iff) failure.values.clear();
}

Side StatementReasons::side(ExprId expr, const evaluator::Value& value, const evaluator::Value& other,
                            const model::Universe& universe) const {
  Side result;
  result.expression = loaded_.sources.text(model_.expr(expr).span);
  result.value = text(value, universe);
  const auto *tuples = std::get_if<TupleSet>(&value), *others = std::get_if<TupleSet>(&other);
  if (tuples && others)
    tuples->forEach([&](std::span<const model::Atom> tuple) {
      result.tuples.push_back(tupleText(tuple, universe));
      result.unmatched.push_back(others->arity() != tuples->arity() || !others->contains(tuple));
    });
  return result;
}

}  // namespace aunit::suite
