// Property directed reachability, which decides whether a step with `bad` can be reached (Bradley, VMCAI 2011; Een, Mishchenko &
// Brayton, FMCAD 2011).
//
// Frame k over-approximates the states reachable in at most k steps, and is stored as the cubes of states that it excludes. A bad
// state within the last frame is an obligation: the search must show that no state of the previous frame leads to it. If a state
// of the previous frame does, this state becomes an obligation, too. A cube that cannot be reached is generalised by dropping
// literals. Later frames exclude it, too, as long as it cannot be reached in them. If two frames are equal, they are an inductive
// invariant.
//
// Constraints are part of every query rather than folded into a latch. The next value of a latch is a function of latches and
// inputs. Therefore the formula "these latches and inputs do not lead to the cube" is unsatisfiable for the latches and inputs of
// a predecessor. The predecessor is reduced to its literals in the unsat core.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "solver/modelcheck/system.h"
#include "support/budget.h"

namespace aunit::modelcheck {

enum class Reach : std::uint8_t { never, reached, undecided };

class Pdr {
 public:
  /// `system` and `budget` must outlive this object. The system's circuit may grow, and this object makes it grow. The solver of
  /// a frame is replaced after `questionsOfASolver` queries that added clauses of their own, because these clauses cost time even
  /// after the query.
  Pdr(const System& system, const support::Budget& budget, std::size_t questionsOfASolver = 3000);
  ~Pdr();
  Pdr(const Pdr&) = delete;
  Pdr& operator=(const Pdr&) = delete;

  /// Continues for about `seconds` (0: until decided). Throws support::Exhausted when the budget is used up.
  Reach run(double seconds = 0);

  /// A number n such that no sequence of allowed steps from an initial state has `bad` in its first n steps. Any thread may read
  /// it.
  int frames() const;
  /// The invariant that was found. Requires that run() returned `never`.
  const Invariant& invariant() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aunit::modelcheck
