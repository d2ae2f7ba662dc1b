// Constraints that every instance satisfies but no formula of the model states: the sizes of signatures, and that
// no atom moves from one child of a signature to another over time.
#pragma once

#include <vector>

#include "model/model.h"
#include "solver/circuit/matrix.h"
#include "solver/grounding/bounds.h"
#include "solver/translation/relation_variables.h"

namespace aunit::solver {

/// Limits the sizes of static signatures, and makes an abstract signature of exact size use all its atoms.
Lit constantSizes(const model::Model& model, const Bounds& bounds, RelationVariables& relationVariables, const Algebra& algebra);
/// Limits the sizes of variable signatures in one state.
Lit sizesIn(int state, const model::Model& model, const Bounds& bounds, RelationVariables& relationVariables,
            const Algebra& algebra);

/// The signatures that have variable children. Such a signature is divided into places: each child is a place, and unless the
/// signature is abstract, the atoms that are in no child are one more place. An atom that is in a place in some state is in no
/// other place in any state (language reference 13.4).
std::vector<model::SigId> signaturesWithPlaces(const model::Model& model);
/// The places of a signature with variable children, in one state, always in the same order.
std::vector<MatrixRef> placesIn(int state, model::SigId sig, const model::Model& model, RelationVariables& relationVariables,
                                const Algebra& algebra);
/// Requires that fields hold only atoms that exist. The declarations of fields require the same, so this is needed only if
/// declarations may be violated.
Lit onlyExistingAtoms(int state, const model::Model& model, RelationVariables& relationVariables, const Algebra& algebra);
/// Requires that no two sets share an atom.
Lit pairwiseDisjoint(const std::vector<MatrixRef>& sets, const Algebra& algebra);

}  // namespace aunit::solver
