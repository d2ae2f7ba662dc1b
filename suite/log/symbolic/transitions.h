// Transitions: the steps from state to state that explain records. The evaluator checks each one that a solver has found.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "suite/log/symbolic/conditions.h"

namespace aunit::suite::log {

struct Transition {
  enum class Kind : std::uint8_t { step, stepOrNothing, nothing } kind = Kind::step;
  int from = 0, to = 0, entry = 0;      // states; entry: the one before the line
  std::size_t record = PathStep::none;  // that it explains; none: it is not logged
  bool whole = true;                    // it is the record's last
  const Observation* line = nullptr;    // the line whose updates are known after the step
  std::vector<AskedHere> asked;         // the formulas of the step
  solver::Lit taken = solver::yes;      // if several records fit one step: whether it is this record
};

/// The transition of a step that is not logged, or of no step, from the last state to a new one; `holds`: it is such a
/// transition.
Transition hiddenTransition(Conditions& conditions, solver::Lit& holds);

/// Evaluates the steps of a solution.
class TransitionCheck {
 public:
  explicit TransitionCheck(Conditions& conditions) : conditions_(conditions) {}

  /// The transition of the solution. Throws solver::Unsupported if the evaluator does not agree; `initial`: the first state.
  void operator()(const Transition& transition, const Values& entry, const Values& from, const Values& to, const Values& initial);

 private:
  Conditions& conditions_;
  std::unique_ptr<evaluator::Evaluator> evaluator_;
  model::Instance pair_;
};

}  // namespace aunit::suite::log
