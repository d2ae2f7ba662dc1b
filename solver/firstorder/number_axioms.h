// Axioms about numbers of tuples.
#pragma once

#include "solver/firstorder/axiom_list.h"
#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// Adds three axioms: equal sets have the same number, all sets of one tuple have the same number, and `less` is a strict total
/// order.
void addNumberAxioms(Theory& theory, AxiomList& list);

}  // namespace aunit::solver::firstorder
