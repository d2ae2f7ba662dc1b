// The inductive part of a set of clauses, with few atoms.
#pragma once

#include <vector>

#include "solver/firstorder/states.h"
#include "support/budget.h"

namespace aunit::solver {

/// The largest part of the clauses that holds at first and leads to itself with so many atoms, and whether it excludes each of
/// the `bad` states, of moments 0 ... number of its place.
struct InductivePart {
  std::vector<firstorder::FormulaId> clauses;
  bool safe = false;
  std::vector<firstorder::FormulaId> few;  // if it is safe: an inductive subset that suffices
};
InductivePart inductivePartOf(firstorder::States& states, const std::vector<firstorder::FormulaId>& clauses, int size,
                              const support::Budget& budget);

}  // namespace aunit::solver
