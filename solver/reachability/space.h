// The state space that the searches of this folder share: the program in executable form and the states found so far.
#pragma once

#include <vector>

#include "solver/reachability/layout.h"
#include "solver/reachability/machine.h"
#include "solver/reachability/reachability.h"
#include "solver/reachability/state_table.h"
#include "support/budget.h"

namespace aunit::reachability {

struct Space {
  explicit Space(const program::Program& p) : program(p), layout(p), machine(p, layout), table(layout.words()) {}

  const program::Program& program;
  Layout layout;
  Machine machine;
  StateTable table;

  program::State state(const std::uint64_t* packed) const;
  /// The path by which breadth-first search found a state. It is a shortest path to this state.
  Path pathTo(StateId id) const;
  /// The step that leads from `from` to `to`. If several processes have such a step, the step of the first of them.
  Step stepBetween(const std::uint64_t* from, const std::uint64_t* to) const;
};

/// Enumerates the combinations of the variables' initial values, in ascending order.
class InitialStates {
 public:
  explicit InitialStates(const program::Program& program);
  /// The next initial state; null after the last one.
  const program::State* next();

 private:
  const program::Program& program_;
  std::vector<std::size_t> position_;
  program::State state_;
  bool started_ = false;
};

/// Decides a temporal property on a completely visited space, if it has one of the forms `eventually p`, `always p`, `always
/// eventually p`, `eventually always p`, `always (p implies eventually q)`, or is a conjunction of these, where p and q are about
/// one state. The outcome is `unsupported` for any other form.
Verdict decideTemporal(const Space& space, program::ExprId formula, const support::Budget& budget);

}  // namespace aunit::reachability
