#include "suite/valuation/nearest_valuation.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "model/one_line.h"
#include "suite/reasons/broken_constraint.h"
#include "suite/text/place.h"
#include "suite/text/reason_text.h"
#include "suite/text/value_text.h"
#include "suite/valuation/valuation_table.h"

namespace aunit::suite {

namespace {

using evaluator::Part;

/// Whether a formula has a conjunct. Includes conjuncts of predicates that the formula calls, and of macros.
bool isOf(const model::Model& model, const solver::Conjunct& conjunct, model::ExprId formula) {
  return std::ranges::any_of(solver::conjunctsOf(model, {&formula, 1}),
                             [&](const solver::Conjunct& other) { return other.formula == conjunct.formula; });
}

/// The constraint that contains a conjunct.
evaluator::Broken brokenBy(const model::Model& model, const solver::Conjunct& conjunct) {
  evaluator::Constraint constraint{.part = Part::formula, .formula = conjunct.formula};
  for (std::uint32_t i = 0; i < model.implicitConstraints().size(); ++i)
    if (model.implicitConstraints()[i].formula == conjunct.formula) constraint.part = Part::implicit, constraint.index = i;
  if (constraint.part == Part::formula && conjunct.origin == solver::Conjunct::Origin::fact)
    for (std::uint32_t i = 0; i < model.facts().size(); ++i)
      if (isOf(model, conjunct, model.facts()[i].body)) constraint.part = Part::fact, constraint.index = i;
  evaluator::Broken broken = evaluator::describe(model, constraint);
  broken.formula = conjunct.formula;
  if (constraint.part != Part::implicit) broken.span = conjunct.span;
  if (constraint.part == Part::formula) broken.message = "the command's formula does not hold";
  return broken;
}

bool mentions(const model::Model& model, model::ExprId formula, model::VarId variable) {
  const model::Expr& e = model.expr(formula);
  if (e.op == model::Op::variable && e.payload == variable) return true;
  const auto below = [&](model::ExprId child) { return mentions(model, child, variable); };
  return std::ranges::any_of(model.children(formula), below) ||
         std::ranges::any_of(model.decls(formula), below, &model::Decl::bound);
}

}  // namespace

NearestValuation nearestValuation(const parser::Loaded& loaded, const solver::Nearest& nearest,
                                  const evaluator::Options& options) {
  const model::Model& model = *loaded.model;
  const model::Instance& instance = *nearest.instance;
  NearestValuation result;
  result.proved = nearest.proved;
  for (const solver::BrokenConjunct& conjunct : nearest.broken) {
    evaluator::Broken broken = brokenBy(model, conjunct);
    const bool ofWitness = conjunct.origin == solver::Conjunct::Origin::witness;
    if (ofWitness || !conjunct.evaluable) broken.formula = model::noId;  // failureOf() then returns only the message
    Failure failure;
    try {
      failure = failureOf(loaded, instance, broken, options, conjunct.given);
      std::vector<evaluator::Binding> mentioned;
      std::ranges::copy_if(conjunct.given, std::back_inserter(mentioned), [&](const evaluator::Binding& binding) {
        return !ofWitness && mentions(model, conjunct.formula, binding.variable);
      });
      const std::vector<NamedValue> values = namedBindings(model, instance, mentioned);
      failure.witness.insert(failure.witness.begin(), values.begin(), values.end());
    } catch (const evaluator::EvaluationError&) {
      failure.constraint = broken.message;  // the conjunct cannot be evaluated, so values are not shown
    }
    result.broken.push_back({failure.constraint, conjunct.span.known() ? loaded.sources.describe(conjunct.span) : "",
                             model::onOneLine(loaded.sources.text(conjunct.span)), failure.state, failure.witness,
                             placeOf(loaded.sources, conjunct.span)});
  }
  for (const solver::StateTuple& intruder : nearest.intruders) {
    result.marked.push_back({intruder.isField, intruder.id, intruder.state, intruder.tuple});
    std::string name = rowName(model, intruder.isField, intruder.id);
    if (instance.states.size() > 1) name += fmt::format(" in state {}", intruder.state);
    result.intruders.push_back({std::move(name), tupleText(intruder.tuple, *instance.universe)});
  }
  result.table = tableOf(model, instance, result.marked);
  result.relations = tableOf(model, instance);
  return result;
}

std::string brokenText(const NearestValuation::Violation& broken) {
  std::string text = broken.constraint;
  if (!broken.place.empty()) text += fmt::format(": {}: {}", broken.place, broken.text);
  for (const NamedValue& variable : broken.witness)
    text += fmt::format("{} {} = {}", &variable == &broken.witness.front() ? ", for" : ",", variable.name, variable.value);
  if (broken.state >= 0) text += fmt::format(", in state {}", broken.state);
  return text;
}

std::string brokenSentence(const NearestValuation::Violation& broken) {
  std::string text = broken.constraint;
  for (const NamedValue& variable : broken.witness)
    text += fmt::format("{} {} = {}", &variable == &broken.witness.front() ? " for" : ",", variable.name, variable.value);
  if (broken.state >= 0) text += fmt::format("{} in state {}", broken.witness.empty() ? "" : ",", broken.state);
  if (!broken.place.empty()) text += fmt::format(": {}: {}", broken.place, broken.text);
  return text;
}

}  // namespace aunit::suite
