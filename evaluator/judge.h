// Whether a valuation is a solution, by evaluation alone (reference "tests and coverage", section 1), and what broke first if
// not.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

/// Sizes that a command's scope means, by signature: most atoms over the whole trace (-1: no limit), and whether exactly so many.
struct SizeLimits {
  std::vector<int> most;
  std::vector<bool> exact;
};

/// What is asked beside implicit constraints and facts. No formulas: the empty command. `sizes` null: no bound on sizes.
struct Question {
  std::span<const model::ExprId> formulas;
  const SizeLimits* sizes = nullptr;
};

/// In the order in which they are looked at. The first two belong to the implicit constraints of a model with `var` parts: what
/// is not `var` is the same in all states, and no atom moves from one signature to another that is disjoint from it (language
/// reference 13.4).
enum class Part : std::uint8_t { constancy, migration, implicit, fact, formula, scope };

/// The first constraint that a valuation breaks.
struct Broken {
  Part part = Part::fact;
  std::uint32_t index = 0;  // SigId or FieldId (constancy, migration, scope), else into implicitConstraints(), facts(), formulas
  bool isField = false;     // constancy: `index` is a FieldId
  model::ExprId formula = model::noId;  // implicit, fact, formula: what `explain` explains
  model::Span span;                     // of the declaration, paragraph or formula
  std::string message;                  // a sentence for the user: "fact PartialFunction does not hold"
};

/// Those parts that need no evaluation. `checkStates` is for traces: constancy and migration.
std::optional<Broken> checkStates(const model::Model& model, const model::Instance& instance);
std::optional<Broken> checkSizes(const model::Model& model, const model::Instance& instance, const SizeLimits& limits);
Broken brokenImplicit(const model::Model& model, std::uint32_t index);
Broken brokenFact(const model::Model& model, std::uint32_t index);
Broken brokenFormula(const model::Model& model, model::ExprId formula, std::uint32_t index);

/// Binds the instance and judges it; nothing broken means that it is a solution. With an observer everything is evaluated even
/// when the verdict is known. Variables that are free in the formulas must have been assigned.
template <class Observer>
std::optional<Broken> judge(BasicEvaluator<Observer>& evaluator, const model::Instance& instance, const Question& question) {
  const model::Model& model = evaluator.model();
  evaluator.bind(instance);
  std::optional<Broken> broken = instance.states.size() > 1 ? checkStates(model, instance) : std::nullopt;
  const auto decided = [&] { return broken && !Observer::active; };
  for (std::uint32_t i = 0; i < model.implicitConstraints().size() && !decided(); ++i)
    if (!evaluator.holds(model.implicitConstraints()[i].formula) && !broken) broken = brokenImplicit(model, i);
  for (std::uint32_t i = 0; i < model.facts().size() && !decided(); ++i)
    if (!evaluator.holds(model.facts()[i].body) && !broken) broken = brokenFact(model, i);
  for (std::uint32_t i = 0; i < question.formulas.size() && !decided(); ++i)
    if (!evaluator.holds(question.formulas[i]) && !broken) broken = brokenFormula(model, question.formulas[i], i);
  if (!broken && question.sizes != nullptr) broken = checkSizes(model, instance, *question.sizes);
  return broken;
}

}  // namespace aunit::evaluator
