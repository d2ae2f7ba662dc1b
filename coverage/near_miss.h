// Near misses: formulas whose value depends on one tuple (requirements R9).
#pragma once

#include <optional>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::coverage {

/// A formula that is true if adding a tuple to a field, or removing one, would change the value of `formula`. Considers each
/// field that `formula` mentions, directly or through calls. The tuple's atoms are from the field's columns. The tuple of
/// a `var` field is added or removed in all states. Returns nothing if `formula` mentions no field of atoms, or if the result
/// would be too large.
std::optional<model::ExprId> hangsOnOneTuple(const model::Model& model, model::Nodes& make, model::ExprId formula);

}  // namespace aunit::coverage
