// Where a formula hangs on one tuple (requirements R9).
#pragma once

#include <optional>

#include "model/model.h"
#include "model/nodes.h"

namespace aunit::coverage {

/// A formula that holds where another formula would have the other value if some field that it mentions, itself or through calls,
/// had one tuple more or less (of atoms of the field's columns; of a `var` field in all states). Nothing where it mentions no
/// field of atoms, or would become too large.
std::optional<model::ExprId> hangsOnOneTuple(model::Model& model, model::Nodes& make, model::ExprId formula);

}  // namespace aunit::coverage
