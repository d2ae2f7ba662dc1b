// Weakens declarations, to find out whether an answer needs the constraints that the declarations state.
#pragma once

#include "model/changes/extension.h"
#include "solver/grounding/problem.h"

namespace aunit::solver {

/// Reduces the user's declarations to the hierarchy: signatures and fields have no multiplicity, nothing is abstract or ordered,
/// and a field may hold atoms of any of the user's signatures. Returns the problem with another scope, which the changed model
/// accepts; each signature may have at least as many atoms as before. Throws Unsupported if the model refuses the problem's
/// scope.
Problem relaxDeclarations(model::Extension& extension, const Problem& problem);

}  // namespace aunit::solver
