// Property directed reachability: can a step with `bad` be reached? (Bradley, VMCAI 2011; Een, Mishchenko & Brayton, FMCAD 2011.)
//
// Frame k over-approximates the states reachable in at most k steps, as cubes of states that it excludes. A bad state within the
// last frame is an obligation; it is shown unreachable from the frame before or leads to an obligation there. What is shown is
// generalised by dropping literals, and pushed to later frames as far as it holds. Two equal frames are an inductive invariant.
//
// Constraints are part of every query rather than folded into a latch. As the next value of a latch is a function of latches and
// inputs, a predecessor is reduced to the literals that a core of "these latches and inputs do not lead there" needs.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "solver/budget.h"
#include "solver/modelcheck/system.h"

namespace aunit::modelcheck {

enum class Reach : std::uint8_t { never, reached, undecided };

class Pdr {
 public:
  /// The system's circuit must not grow before this is gone. The solver of a frame is made anew after so many questions with
  /// clauses of their own, whose remains cost time.
  Pdr(const System& system, const solver::Budget& budget, std::size_t questionsOfASolver = 3000);
  ~Pdr();
  Pdr(const Pdr&) = delete;
  Pdr& operator=(const Pdr&) = delete;

  /// Goes on for about so many CPU seconds (0: until decided). Throws solver::Exhausted when the budget is used up.
  Reach run(double seconds = 0);

  /// No step with `bad` is among the first so many ones of any sequence of allowed steps; read by any thread.
  int frames() const;
  /// After `never`.
  const Invariant& invariant() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace aunit::modelcheck
