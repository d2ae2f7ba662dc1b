// Near misses: formulas whose value depends on one tuple (requirements R9).
#pragma once

#include <optional>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::coverage {

/// A formula that is true if `formula` would have the other value after one tuple is added to, or removed from, some field. The
/// field is mentioned by `formula`, directly or through calls. The tuple's atoms are from the field's columns. A `var` field
/// changes in all states. Returns nothing if `formula` mentions no field of atoms, or if the result would be too large.
std::optional<model::ExprId> hangsOnOneTuple(const model::Model& model, model::Nodes& make, model::ExprId formula);

}  // namespace aunit::coverage
