// Enumerates all valuations of a small model.
#pragma once

#include <functional>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength::testing_ {

/// Visits all valuations that have as many atoms of each top-level signature as the scope allows; the other signatures have any
/// subsets and the fields any tuples, in each state. Integers are among the atoms if the scope gives their bitwidth. `visit`
/// returns whether to continue. Returns false, without a visit, if there are too many.
bool forEachValuation(const model::Model& model, const model::Scope& scope, int states,
                      const std::function<bool(const model::Instance&)>& visit);

}  // namespace aunit::strength::testing_
