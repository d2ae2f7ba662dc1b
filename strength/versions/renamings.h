// Signatures and fields that have another name in the newer version, found by what they are and by what is said of them.
#pragma once

#include "model/model.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// By label in the older version, the label in the newer. A signature may be one that the newer version no longer has, for one
/// that the older did not have: both are declared alike (parents, kind, multiplicity, numbers of fields), so that atoms of
/// `one sig`s and members of enums are among them; a field likewise, in signatures that correspond (arity, `var`, types). Of
/// several that fit, that is taken by whose name most of the model reads as before; where none does, only one that is the only
/// one to fit.
comparison::Renamings renamingsOf(const model::Model& older, const model::Model& newer);

}  // namespace aunit::strength::versions
