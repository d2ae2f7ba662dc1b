// Finds the part of a set of clauses that is inductive if each sort has only a few atoms.
#pragma once

#include <vector>

#include "solver/firstorder/states.h"
#include "support/budget.h"

namespace aunit::solver {

/// The largest part of the clauses that is inductive with `size` atoms of each sort. `safe`: with `size` atoms, this part
/// contradicts at least one formula of `states.bad`, so there is no counterexample (see States::bad).
struct InductivePart {
  std::vector<firstorder::FormulaId> clauses;
  bool safe = false;
  std::vector<firstorder::FormulaId> few;  // if `safe`: a smaller inductive part that is safe, too
};
InductivePart inductivePartOf(firstorder::States& states, const std::vector<firstorder::FormulaId>& clauses, int size,
                              const support::Budget& budget);

}  // namespace aunit::solver
