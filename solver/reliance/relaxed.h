// Weakens declarations, to find out whether an answer needs the constraints that the declarations state.
#pragma once

#include "model/changes/extension.h"
#include "solver/grounding/problem.h"

namespace aunit::solver {

/// Reduces the user's declarations to the hierarchy: signatures and fields have no multiplicity, nothing is abstract or ordered,
/// and a field may hold atoms of any of the user's signatures. Returns `problem` with a new scope, which the changed model
/// accepts. The new scope allows at least as many atoms of each signature as `problem.scope`. Throws Unsupported if
/// `problem.scope` is not allowed for the unchanged model.
Problem relaxDeclarations(model::Extension& extension, const Problem& problem);

}  // namespace aunit::solver
