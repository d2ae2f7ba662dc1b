#include "suite/valuation/nearest_valuation.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/one_line.h"
#include "suite/broken_constraint.h"
#include "suite/text/value_text.h"
#include "suite/valuation/valuation_table.h"

namespace aunit::suite {

namespace {

using evaluator::Part;

/// The constraint that a conjunct is part of.
evaluator::Broken brokenBy(const model::Model& model, const solver::Conjunct& conjunct) {
  evaluator::Constraint constraint{.part = Part::formula, .formula = conjunct.formula};
  for (std::uint32_t i = 0; i < model.implicitConstraints().size(); ++i)
    if (model.implicitConstraints()[i].formula == conjunct.formula) constraint.part = Part::implicit, constraint.index = i;
  if (constraint.part == Part::formula && conjunct.origin == solver::Conjunct::Origin::fact)
    for (std::uint32_t i = 0; i < model.facts().size(); ++i)
      if (model::contains(model.facts()[i].span, conjunct.span)) constraint.part = Part::fact, constraint.index = i;
  evaluator::Broken broken = evaluator::describe(model, constraint);
  broken.formula = conjunct.formula;
  if (constraint.part != Part::implicit) broken.span = conjunct.span;
  if (constraint.part == Part::formula) broken.message = "the command's formula does not hold";
  return broken;
}

}  // namespace

NearestValuation nearestValuation(const parser::Loaded& loaded, const solver::Nearest& nearest,
                                  const evaluator::Options& options) {
  const model::Model& model = *loaded.model;
  const model::Instance& instance = *nearest.instance;
  NearestValuation result;
  result.proved = nearest.proved;
  for (const solver::Conjunct& conjunct : nearest.broken) {
    const evaluator::Broken broken = brokenBy(model, conjunct);
    Failure failure;
    try {
      failure = failureOf(loaded, instance, broken, options);
    } catch (const evaluator::EvaluationError&) {
      failure.constraint = broken.message;  // which the solver says, and evaluation cannot
    }
    result.broken.push_back({failure.constraint, conjunct.span.known() ? loaded.sources.describe(conjunct.span) : "",
                             model::onOneLine(loaded.sources.text(conjunct.span)), failure.state, failure.witness});
  }
  std::vector<MarkedTuple> marked;
  for (const solver::Intruder& intruder : nearest.intruders) {
    marked.push_back({intruder.isField, intruder.id, intruder.state, intruder.tuple});
    std::string name = rowName(model, intruder.isField, intruder.id);
    if (instance.states.size() > 1) name += fmt::format(" in state {}", intruder.state);
    result.intruders.push_back({std::move(name), tupleText(intruder.tuple, *instance.universe)});
  }
  result.table = tableOf(model, instance, marked);
  return result;
}

std::string brokenText(const NearestValuation::Broken& broken) {
  std::string text = broken.constraint;
  if (!broken.place.empty()) text += fmt::format(": {}: {}", broken.place, broken.text);
  for (const NamedValue& variable : broken.witness)
    text += fmt::format("{} {} = {}", &variable == &broken.witness.front() ? ", for" : ",", variable.name, variable.value);
  if (broken.state >= 0) text += fmt::format(", in state {}", broken.state);
  return text;
}

}  // namespace aunit::suite
