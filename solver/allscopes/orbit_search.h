// IC3 (Bradley, VMCAI 2011) on a transition system with few atoms. A clause that is learnt for some atoms also holds for all
// other atoms that are related in the same way. So it is stored as a formula with quantifiers, which blocks all these cases at
// once (Goel and Sakallah, "On Symmetry and Quantification", NFM 2021). The result is inductive for `size` atoms only; a prover
// must confirm it for any number of atoms.
#pragma once

#include <vector>

#include "solver/firstorder/states.h"
#include "support/budget.h"

namespace aunit::solver {

struct OrbitAnswer {
  enum class Kind : std::uint8_t { invariant, counterexample, stuck } kind = Kind::stuck;
  std::vector<firstorder::FormulaId> clauses;  // if `kind` is `invariant`: the conjuncts of the invariant, about moment 0
  std::vector<firstorder::FormulaId> others;   // alternative forms of learnt clauses, which may be inductive with more atoms
};

/// Searches for an invariant that excludes `bad`, a formula about moments 0 ... `last`, in the system with `size` atoms of each
/// sort. Requires that every reachable state satisfies the formulas of `known`. Throws NotGround and support::Exhausted.
OrbitAnswer searchOrbits(firstorder::States& states, firstorder::FormulaId bad, std::size_t last,
                         const std::vector<firstorder::FormulaId>& known, int size, const support::Budget& budget);

}  // namespace aunit::solver
