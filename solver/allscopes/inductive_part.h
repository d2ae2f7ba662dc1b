// The inductive part of a set of clauses, with few atoms.
#pragma once

#include <vector>

#include "solver/firstorder/states.h"
#include "support/budget.h"

namespace aunit::solver {

/// The largest part of the clauses that is inductive with `size` atoms of each sort. `safe`: with it, no moments satisfy one of
/// the formulas of `states.bad`.
struct InductivePart {
  std::vector<firstorder::FormulaId> clauses;
  bool safe = false;
  std::vector<firstorder::FormulaId> few;  // if it is safe: an inductive subset that suffices
};
InductivePart inductivePartOf(firstorder::States& states, const std::vector<firstorder::FormulaId>& clauses, int size,
                              const support::Budget& budget);

}  // namespace aunit::solver
