// Near misses: formulas whose value depends on one tuple (requirements R9).
#pragma once

#include <optional>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::coverage {

/// A formula that is true if `formula` would have the other value with one tuple more or less in some field that it mentions,
/// directly or through calls. The tuple has atoms of the field's columns; for a `var` field it changes in all states. Nothing if
/// `formula` mentions no field of atoms, or if the result would be too large.
std::optional<model::ExprId> hangsOnOneTuple(const model::Model& model, model::Nodes& make, model::ExprId formula);

}  // namespace aunit::coverage
