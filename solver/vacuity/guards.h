// Guards, the left sides of `implies`. An implication whose guard is never true has no effect.
#pragma once

#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::solver {

struct Guard {
  model::ExprId left = model::noId;  // the left side of `implies`
  /// A formula that is true if `left` and the enclosing guards are all true for some values of the enclosing quantified
  /// variables.
  model::ExprId reached = model::noId;
  std::vector<model::ExprId> behind;  // the enclosing guards, outermost first
};

/// Returns the guards in `formula`, outermost first. `asserted`: whether the formula must be true; if not, it must be false.
/// Omits guards of implications that must be false, because these cannot hold vacuously. Follows calls of predicates, each call
/// separately. `make` appends to the model.
std::vector<Guard> guardsOf(const model::Model& model, model::Nodes& make, model::ExprId formula, bool asserted = true);

}  // namespace aunit::solver
