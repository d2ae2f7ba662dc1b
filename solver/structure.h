// What no formula of a model says and every instance keeps to: sizes, and where atoms may be over time.
#pragma once

#include <vector>

#include "model/model.h"
#include "solver/bounds.h"
#include "solver/leaves.h"
#include "solver/matrix.h"

namespace aunit::solver {

/// Sizes of the signatures that never change, and that an abstract one of exact size uses all its atoms.
Lit constantSizes(const model::Model& model, const Bounds& bounds, Leaves& leaves, const Algebra& algebra);
/// Sizes of the variable signatures in one state.
Lit sizesIn(int state, const model::Model& model, const Bounds& bounds, Leaves& leaves, const Algebra& algebra);

/// Signatures some of whose children are variable: an atom that is ever in one place of such a signature, a child or the rest of
/// it, is never in another (language reference 13.4).
std::vector<model::SigId> signaturesWithPlaces(const model::Model& model);
/// The places of one of them in one state, always in the same order.
std::vector<MatrixRef> placesIn(int state, model::SigId sig, const model::Model& model, Leaves& leaves, const Algebra& algebra);
/// No two of the sets share an atom.
Lit pairwiseDisjoint(const std::vector<MatrixRef>& sets, const Algebra& algebra);

}  // namespace aunit::solver
