// Judges by evaluation alone whether an instance satisfies all constraints of a question (reference "tests and coverage",
// section 1) and, if not, which constraint it violates. A question is built once, and any number of evaluators can use it on any
// number of instances.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

/// The kinds of constraints, in the order in which judging usually checks them.
enum class Part : std::uint8_t {
  states,      // for traces: static relations never change, no atom moves to a disjoint signature (language reference 13.4)
  implicit,    // model.implicitConstraints()[index]
  fact,        // model.facts()[index]
  assignment,  // the values of free variables are allowed by their declarations
  formula,     // a formula of the question
  size,        // signature `index` has at most, or exactly, `atoms` atoms over the whole trace
  watched,     // a formula that is not a constraint; it is evaluated only for observers
};

struct Constraint {
  Part part = Part::formula;
  std::uint32_t index = 0;              // index in the list that `part` names, such as model.facts()
  model::ExprId formula = model::noId;  // for parts `implicit`, `fact`, `formula` and `watched`
  int atoms = 0;                        // for part `size`: the number of atoms
  bool exact = false;                   // for part `size`: true if exactly `atoms`, false if at most `atoms`
};

/// The first constraint that an instance violates.
struct Broken {
  Part part = Part::fact;
  std::uint32_t index = 0;              // Constraint::index
  model::SigId sig = model::noId;       // for parts `states`, `implicit` and `size`: the signature concerned, if any
  model::FieldId field = model::noId;   // for parts `states` and `implicit`: the field concerned, if any
  model::ExprId formula = model::noId;  // for parts `implicit`, `fact` and `formula`: the false formula; reasonFor() explains it
  model::Span span = {};                // the place of the declaration, paragraph or formula
  std::string message = {};             // a sentence for the user, such as "fact PartialFunction does not hold"
};

/// What to judge about an instance. The verdict reports the first of the `constraints` that is violated.
struct Question {
  std::vector<Constraint> constraints;
  std::vector<Binding> given{};         // values of free variables
  std::optional<Broken> misassigned{};  // if set, the instance violates Part::assignment in this way
};

/// The constraints that every instance of a model satisfies: Part::states, the implicit constraints, the facts.
std::vector<Constraint> constraintsOf(const model::Model& model);
/// Appends each formula as a constraint of the given part.
void append(std::vector<Constraint>& constraints, Part part, std::span<const model::ExprId> formulas);

struct Verdict {
  /// The first constraint that does not hold. If there is none, and no error, the instance satisfies all constraints.
  std::optional<Broken> broken;
  /// The error of the first constraint that has no value in the instance. Not set if a violated constraint comes before it.
  std::optional<EvaluationError> error;

  bool holds() const { return !broken && !error; }
};

/// checkStates() and checkSize() check constraints that need no evaluation. They return the violation, or std::nullopt if the
/// constraint holds. describe() describes a constraint whose formula is false.
std::optional<Broken> checkStates(const model::Model& model, const model::Instance& instance);
std::optional<Broken> checkSize(const model::Model& model, const model::Instance& instance, const Constraint& constraint);
Broken describe(const model::Model& model, const Constraint& constraint);

/// Judges the instance to which the evaluator is bound. `misassigned`: see Question. Throws support::Exhausted.
template <class Observer>
Verdict judgeBound(BasicEvaluator<Observer>& evaluator, std::span<const Constraint> constraints,
                   const std::optional<Broken>& misassigned = std::nullopt) {
  const model::Model& model = evaluator.model();
  const model::Instance& instance = evaluator.instance();
  Verdict verdict;
  for (const Constraint& constraint : constraints) {
    if (!Observer::active && verdict.broken) break;
    switch (constraint.part) {
      case Part::states:
        if (!verdict.broken && instance.states.size() > 1) verdict.broken = checkStates(model, instance);
        break;
      case Part::assignment:
        if (!verdict.broken) verdict.broken = misassigned;
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
        } catch (const EvaluationError& error) {
          if (!verdict.broken && !verdict.error && constraint.part != Part::watched) verdict.error = error;
        }
      }
    }
  }
  return verdict;
}

/// Binds the instance and judges it. Without an observer, judging ends at the first violated constraint, and skips parts that
/// cannot change the result. With an observer, it evaluates all parts of all constraints. Then the verdict may have an `error`
/// because a part that is otherwise skipped has no value; apart from this, it is the same. Throws support::Exhausted.
template <class Observer>
Verdict judge(BasicEvaluator<Observer>& evaluator, const model::Instance& instance, const Question& question) {
  evaluator.bind(instance);
  for (const Binding& binding : question.given) evaluator.assign(binding.variable, binding.value);
  return judgeBound(evaluator, question.constraints, question.misassigned);
}

}  // namespace aunit::evaluator
