// The steps from state to state that explain records. The evaluator checks each step that a solver has found.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "suite/log/symbolic/conditions.h"

namespace aunit::suite::log {

struct Transition {
  enum class Kind : std::uint8_t { step, stepOrNothing, nothing } kind = Kind::step;
  int from = 0, to = 0, entry = 0;      // indices of states; `entry` is the state before the record's first step
  std::size_t record = PathStep::none;  // index of the record that the step explains; none: a hidden step
  bool whole = true;                    // the step is the record's last one
  const Observation* line = nullptr;    // the line that describes the state after the step; null if none does
  std::vector<StepCondition> asked;     // formulas that must hold for the step
  solver::Lit taken = solver::yes;      // true in the solutions in which the step explains `record`; `yes` if it always does
};

/// Adds a state, and returns a transition to it from the last state: a hidden step, or no step. Sets `holds` to the literal that
/// is true if the model allows this step or the state stays the same.
Transition hiddenTransition(Conditions& conditions, solver::Lit& holds);

/// Checks the steps of a solution by evaluation.
class TransitionCheck {
 public:
  explicit TransitionCheck(Conditions& conditions) : conditions_(conditions) {}

  /// Checks one step. `initial` is the first state of the log. Throws solver::Unsupported if the evaluator does not agree with
  /// the solver.
  void operator()(const Transition& transition, const Values& entry, const Values& from, const Values& to, const Values& initial);

 private:
  Conditions& conditions_;
  std::unique_ptr<evaluator::Evaluator> evaluator_;
  model::Instance pair_;
};

}  // namespace aunit::suite::log
