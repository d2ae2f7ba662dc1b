// IC3 (Bradley, VMCAI 2011) on a transition system with few atoms, whose clauses are formulas: what is learnt of some atoms holds
// of all that stand in the same relations, so all its instances are blocked at once (Goel and Sakallah, "On Symmetry and
// Quantification", NFM 2021). What it returns is inductive for so few atoms; whether it is for all is for a prover to say.
#pragma once

#include <vector>

#include "solver/firstorder/states.h"
#include "support/budget.h"

namespace aunit::solver {

struct OrbitAnswer {
  enum class Kind : std::uint8_t { invariant, counterexample, stuck } kind = Kind::stuck;
  std::vector<firstorder::FormulaId> clauses;  // for an invariant: it is their conjunction, of moment 0
  std::vector<firstorder::FormulaId> others;   // what was learnt beside, in another form: with more atoms it may be an invariant
};

/// With so many atoms, for a property that the `bad` states break: `bad` speaks of moments 0 ... `last`. Formulas of `known` hold
/// of moment 0 in all states that can be reached. Throws NotGround and support::Exhausted.
OrbitAnswer searchOrbits(firstorder::States& states, firstorder::FormulaId bad, std::size_t last,
                         const std::vector<firstorder::FormulaId>& known, int size, const support::Budget& budget);

}  // namespace aunit::solver
