// Guards, the formulas in front of `implies`: a formula that never gets past them says nothing.
#pragma once

#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::solver {

struct Guard {
  model::ExprId left = model::noId;  // what stands in front of `implies`
  /// A formula: it holds somewhere, for values that the quantifiers around it range over, where the guards around it hold.
  model::ExprId reached = model::noId;
  std::vector<model::ExprId> behind;  // the guards around it, from the outside
};

/// The guards of a formula that is said to hold (or, if not `asserted`, to fail), from the outside: those of implications that
/// would hold vacuously, not those whose failing the formula asks for. Predicates are looked into, each call for itself. `make`
/// appends to the model.
std::vector<Guard> guardsOf(const model::Model& model, model::Nodes& make, model::ExprId formula, bool asserted = true);

}  // namespace aunit::solver
