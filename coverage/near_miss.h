// Near misses: formulas whose value depends on one tuple (requirements R9).
#pragma once

#include <optional>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::coverage {

/// A formula that holds where `formula` would have the other value if some field that it mentions, itself or through calls, had
/// one tuple more or less (of atoms of the field's columns; of a `var` field in all states). Nothing when `formula` mentions no
/// field of atoms, or the result would be too large.
std::optional<model::ExprId> hangsOnOneTuple(const model::Model& model, model::Nodes& make, model::ExprId formula);

}  // namespace aunit::coverage
