// Axioms about numbers of tuples.
#pragma once

#include "solver/firstorder/axiom_list.h"
#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// Adds axioms of three kinds: equal sets have the same number of tuples, all sets with exactly one tuple have the same number of
/// tuples, and `less` is a strict total order of such numbers.
void addNumberAxioms(Theory& theory, AxiomList& list);

}  // namespace aunit::solver::firstorder
