// What the searches of this folder share: the program in executable form and the states found so far.
#pragma once

#include <vector>

#include "solver/reachability/layout.h"
#include "solver/reachability/machine.h"
#include "solver/reachability/reachability.h"
#include "solver/reachability/state_table.h"

namespace aunit::reachability {

struct Space {
  explicit Space(const program::Program& p) : program(p), layout(p), machine(p, layout), table(layout.words()) {}

  const program::Program& program;
  Layout layout;
  Machine machine;
  StateTable table;

  program::State state(const std::uint64_t* packed) const;
  /// The way by which breadth first search found a state: a shortest one.
  Path pathTo(StateId id) const;
  /// The step that leads from one state to another; the first process that can.
  Step stepBetween(const std::uint64_t* from, const std::uint64_t* to) const;
};

/// All combinations of the variables' initial values, in ascending order.
class InitialStates {
 public:
  explicit InitialStates(const program::Program& program);
  /// The next one, or null when there are no more.
  const program::State* next();

 private:
  const program::Program& program_;
  std::vector<std::size_t> position_;
  program::State state_;
  bool started_ = false;
};

/// Decides a temporal property on a space that was visited completely, when it is of a form that this engine knows: `eventually
/// p`, `always p`, `always eventually p`, `always (p implies eventually q)`, and conjunctions of those, where p and q are about
/// one state. Unsupported otherwise.
Verdict decideTemporal(const Space& space, program::ExprId formula, const Options& options);

}  // namespace aunit::reachability
