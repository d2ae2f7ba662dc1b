// Whether a valuation is a solution, by evaluation alone (reference "tests and coverage", section 1), and what decided if not.
// What is asked is data: a list of constraints, built once and judged on as many instances, by as many evaluators, as one likes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

/// What a constraint is, in the order in which they are usually asked.
enum class Part : std::uint8_t {
  states,      // of a trace: what is not `var` never changes, no atom moves to a disjoint signature (language reference 13.4)
  implicit,    // model.implicitConstraints()[index]
  fact,        // model.facts()[index]
  assignment,  // the values that are given to free variables are among those that their declarations allow
  formula,     // a formula that the question adds
  size,        // signature `index` has at most, or exactly, `atoms` atoms over the whole trace
  watched,     // no constraint: a formula that observers want to see evaluated
};

struct Constraint {
  Part part = Part::formula;
  std::uint32_t index = 0;              // what it counts is said at each part
  model::ExprId formula = model::noId;  // implicit, fact, formula, watched
  int atoms = 0;                        // size
  bool exact = false;                   // size
};

/// The first constraint that an instance breaks.
struct Broken {
  Part part = Part::fact;
  std::uint32_t index = 0;              // as in the constraint
  model::SigId sig = model::noId;       // states, implicit, size: whose declaration it belongs to, where it has one
  model::FieldId field = model::noId;   // states, implicit: the same
  model::ExprId formula = model::noId;  // implicit, fact, formula: what `explain` explains
  model::Span span = {};                // of the declaration, paragraph or formula
  std::string message = {};             // a sentence for the user: "fact PartialFunction does not hold"
};

/// All that is asked of an instance, constraints in the order in which they decide.
struct Question {
  std::vector<Constraint> constraints;
  std::vector<Binding> given{};         // the variables that are free in formulas
  std::optional<Broken> misassigned{};  // what breaks Part::assignment: it depends on the instance alone
};

/// What every instance of a model has to satisfy: states, implicit constraints, facts.
std::vector<Constraint> constraintsOf(const model::Model& model);
/// Formulas as constraints of this part.
void append(std::vector<Constraint>& constraints, Part part, std::span<const model::ExprId> formulas);

struct Verdict {
  /// The first constraint that does not hold. Nothing broken and nothing without value: the instance is a solution.
  std::optional<Broken> broken;
  /// The first that has no value in this instance, when it comes before the broken one.
  std::optional<EvaluationError> error;

  bool holds() const { return !broken && !error; }
};

/// What decides when this constraint does not hold on the instance; for those parts that need no evaluation, whether it holds.
std::optional<Broken> checkStates(const model::Model& model, const model::Instance& instance);
std::optional<Broken> checkSize(const model::Model& model, const model::Instance& instance, const Constraint& constraint);
Broken describe(const model::Model& model, const Constraint& constraint);

/// Binds the instance and judges it. Without an observer it ends at the first constraint that is broken; with one, everything is
/// evaluated, and the verdict is the same unless something that nobody else looks at has no value (then `error` says so).
/// Throws Interrupted.
template <class Observer>
Verdict judge(BasicEvaluator<Observer>& evaluator, const model::Instance& instance, const Question& question) {
  const model::Model& model = evaluator.model();
  evaluator.bind(instance);
  for (const Binding& binding : question.given) evaluator.assign(binding.variable, binding.value);
  Verdict verdict;
  for (const Constraint& constraint : question.constraints) {
    if (!Observer::active && verdict.broken) break;
    switch (constraint.part) {
      case Part::states:
        if (!verdict.broken && instance.states.size() > 1) verdict.broken = checkStates(model, instance);
        break;
      case Part::assignment:
        if (!verdict.broken) verdict.broken = question.misassigned;
        break;
      case Part::size:
        if (!verdict.broken) verdict.broken = checkSize(model, instance, constraint);
        break;
      case Part::watched:
        if (!Observer::active) break;
        [[fallthrough]];
      case Part::implicit:
      case Part::fact:
      case Part::formula: {
        try {
          if (evaluator.holds(constraint.formula) || verdict.broken || constraint.part == Part::watched) break;
          verdict.broken = describe(model, constraint);
        } catch (const Interrupted&) {
          throw;
        } catch (const EvaluationError& error) {
          if (!verdict.broken && !verdict.error && constraint.part != Part::watched) verdict.error = error;
        }
      }
    }
  }
  return verdict;
}

}  // namespace aunit::evaluator
