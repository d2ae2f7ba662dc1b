// Guards, the left sides of `implies`: an implication whose guard is never true says nothing.
#pragma once

#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::solver {

struct Guard {
  model::ExprId left = model::noId;  // the left side of `implies`
  /// The formula that `left` is true for some values of the quantified variables around it for which the guards around it are
  /// true, too.
  model::ExprId reached = model::noId;
  std::vector<model::ExprId> behind;  // the guards around it, the outermost first
};

/// The guards of a formula that is claimed to hold (or, if not `asserted`, to fail), the outermost first: guards of implications
/// that may hold vacuously, not of implications whose failure the formula asks for. Predicates are followed, each call on its
/// own. `make` appends to the model.
std::vector<Guard> guardsOf(const model::Model& model, model::Nodes& make, model::ExprId formula, bool asserted = true);

}  // namespace aunit::solver
